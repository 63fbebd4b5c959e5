// How the app's failures become the envelope.
import { invalidInput, notFound, OperationError } from '@kiosk/catalog'
import { errorOutcome, StoreUnavailable } from '@kiosk/engine'
import { DirectoryRefusal } from '@kiosk/stores'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where the directory does not say when there is room again. */
const LONG_WAIT_SEC = 3600

/** Answers with the envelope. Whatever a route said before it failed, nobody keeps it. */
export function refuse(reply: FastifyReply, error: unknown, docsBase: string): FastifyReply {
  const { status, headers, body } = errorOutcome(error, reply.request.id, docsBase)
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send(Buffer.from(body))
}

/** What a caller is told of something that a route, or Fastify before it, threw; null: it is a defect of ours. */
export function refusalOf(error: unknown, request: FastifyRequest): OperationError | null {
  if (error instanceof OperationError) return error.code === 'INTERNAL' ? null : error
  if (error instanceof StoreUnavailable) {
    return new OperationError(
      'AUTH_UNAVAILABLE',
      'Accounts and their data cannot be read right now; try again. Your session is not at fault.',
      { cause: error },
    )
  }
  if (error instanceof DirectoryRefusal) return directoryRefusal(error)
  const statusCode = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return statusCode >= 500 ? null : readingError(statusCode, request)
}

function directoryRefusal({ reason, message, retryAfterMs }: DirectoryRefusal): OperationError {
  switch (reason) {
    case 'too-many-keys':
      return invalidInput('name', message)
    case 'unknown-cursor':
      return invalidInput('cursor', message)
    case 'unknown-key':
    case 'unknown-organization':
      return notFound(message)
    case 'too-many-new-keys':
    case 'too-many-guests':
      return new OperationError('RATE_LIMITED', message, {
        retryAfterSec: retryAfterMs === null ? LONG_WAIT_SEC : Math.ceil(retryAfterMs / 1000),
      })
    case 'not-acknowledged':
      return new OperationError('SERVICE_UNAVAILABLE', message)
  }
}

/** What Fastify refuses before a route sees it. Its own messages quote what was sent. */
export function readingError(statusCode: number, request: FastifyRequest): OperationError {
  if (statusCode === 413) {
    return new OperationError('PAYLOAD_TOO_LARGE', `The body is larger than ${request.routeOptions.bodyLimit} bytes.`)
  }
  if (statusCode === 415) {
    return new OperationError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: send content-type: application/json.')
  }
  return new OperationError(
    'INVALID_INPUT',
    'The request cannot be read: send a well-formed address, and JSON or no body.',
    { field: 'request' },
  )
}
