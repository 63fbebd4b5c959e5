// The one error envelope.
import { type ErrorCode, errorRow, OperationError } from '@kiosk/catalog'
import { JSON_TYPE, type Outcome } from './call.ts'
import { StoreUnavailable } from './ports.ts'

/** Turns anything thrown into an error for the caller. What has no code of its own is `INTERNAL`. */
export function toOperationError(error: unknown): OperationError {
  if (error instanceof OperationError) return error
  if (error instanceof StoreUnavailable) {
    return new OperationError(
      'SERVICE_UNAVAILABLE',
      'Calls cannot be checked or recorded right now; try again. The key is not at fault.',
      {
        cause: error,
      },
    )
  }
  return new OperationError('INTERNAL', 'Something went wrong on our side. The request id leads to the cause.', {
    cause: error,
  })
}

/** Body of the envelope. @param docsBase address of the page that explains the codes */
function envelopeBody(error: OperationError, requestId: string, docsBase: string): Uint8Array {
  const { code, message, field, details } = error
  return Buffer.from(
    JSON.stringify({
      error: {
        code,
        message,
        ...(field !== undefined && { field }),
        requestId,
        retryable: errorRow(code).retryable,
        docs: `${docsBase}#${code}`,
        ...(details && { details }),
      },
    }),
  )
}

/** Seconds for `Retry-After`, or null when the service knows none. */
export function retryAfterSec(error: OperationError): number | null {
  return error.retryAfterSec ?? errorRow(error.code).retryAfterSec ?? null
}

/** Status, headers and body of an error. */
export function errorOutcome(thrown: unknown, requestId: string, docsBase: string): Outcome {
  const error = toOperationError(thrown)
  const wait = retryAfterSec(error)
  return {
    status: errorRow(error.code).status,
    headers: {
      'content-type': JSON_TYPE,
      ...(wait !== null && { 'retry-after': String(wait) }),
      ...(error.code === 'METHOD_NOT_ALLOWED' && { allow: String(error.details?.allow ?? 'POST') }),
    },
    body: envelopeBody(error, requestId, docsBase),
    code: error.code satisfies ErrorCode,
    cache: null,
    reservation: null,
  }
}
