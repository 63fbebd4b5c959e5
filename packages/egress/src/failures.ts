// From what sockets and parsers throw to the codes that callers know.
import { OperationError, type Provider } from '@kiosk/catalog'

/** Statuses after which the same request may succeed at once. */
export const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([502, 503, 504])

/** An answer that broke off: the connection was there, and went. */
const BROKEN = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])

const SLOW = new Set(['ETIMEDOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

const STOPPING = new Set(['UND_ERR_CLOSED', 'UND_ERR_DESTROYED'])

export function isBroken(error: unknown): boolean {
  return BROKEN.has(codeOf(error))
}

/** The error for callers; what is no matter of the network comes back as it is, for it is a defect of ours.
 * @param provider named in the error; null where no provider's upstream is asked. */
export function explain(error: unknown, provider: Provider | null): unknown {
  const details = provider === null ? undefined : { upstream: { provider: provider.name } }
  if (error instanceof OperationError) {
    if (!error.code.startsWith('UPSTREAM_') || error.details !== undefined || details === undefined) return error
    return new OperationError(error.code, error.message, { cause: error.cause, details })
  }
  const code = codeOf(error)
  const make = (...[as, message]: ConstructorParameters<typeof OperationError>) =>
    new OperationError(as, message, { cause: error, ...(details && { details }) })
  if (BROKEN.has(code)) return make('UPSTREAM_ERROR', 'The upstream closed the connection before its answer was whole.')
  if (SLOW.has(code)) return make('UPSTREAM_TIMEOUT', 'The upstream did not answer in time.')
  if (STOPPING.has(code)) return make('SERVICE_UNAVAILABLE', 'The service is stopping.')
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return make('UPSTREAM_ERROR', "The head of the upstream's answer is too large.")
  if (error instanceof Error && error.name === 'HTTPParserError')
    return make('UPSTREAM_ERROR', "The upstream's answer is not valid HTTP.")
  return error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
