/** One row of the closed table of error codes. */
export interface ErrorRow {
  /** HTTP status the code is answered with. */
  readonly status: number
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean
  /** Seconds for `Retry-After` when the thrower named none; absent: no header. */
  readonly retryAfterSec?: number
  /** What the code says to a caller; one sentence, also the row in the docs. */
  readonly says: string
}

/** Every code a caller can see. The docs and the OpenAPI document are made from this table. */
export const errorTable = {
  INVALID_INPUT: {
    status: 400,
    retryable: false,
    says: 'The request does not match what the operation accepts; `field` names the part.',
  },
  DESTINATION_REFUSED: {
    status: 400,
    retryable: false,
    says: 'The target, a redirect, a proxy or a mail host is not a public address, or is otherwise refused.',
  },
  UNAUTHORIZED: {
    status: 401,
    retryable: false,
    says: 'The API key is missing, malformed, unknown or deleted; in the app: there is no session, or it has ended.',
  },
  FORBIDDEN: {
    status: 403,
    retryable: false,
    says: 'The key is valid, but the plan of its organization does not allow this.',
  },
  OPERATION_NOT_FOUND: {
    status: 404,
    retryable: false,
    says: 'No operation with this slug is published to the organization.',
  },
  NOT_FOUND: { status: 404, retryable: false, says: 'The upstream has no such thing.' },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, says: 'The address exists, but not with this HTTP method.' },
  REQUEST_TIMEOUT: { status: 408, retryable: true, says: 'The request did not arrive completely in time.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    retryable: false,
    says: 'The Idempotency-Key was used before with another operation or another body.',
  },
  IDEMPOTENCY_IN_FLIGHT: {
    status: 409,
    retryable: true,
    retryAfterSec: 1,
    says: 'The first request with this Idempotency-Key is still running.',
  },
  EXPIRED: { status: 410, retryable: false, says: 'The listing existed and was removed or has ended.' },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false, says: 'The request body is larger than the operation accepts.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    says: 'The body is not plain JSON: another content type, or a content encoding.',
  },
  CLIENT_RENDERED: {
    status: 422,
    retryable: false,
    says: 'The page builds its content in the browser; plain HTTP sees none.',
  },
  CREDENTIALS_REJECTED: {
    status: 422,
    retryable: false,
    says: 'The third party refused the cookies, token or password of the caller.',
  },
  UNPROCESSABLE: {
    status: 422,
    retryable: false,
    says: 'The input is valid but cannot be served; the message says why.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    retryable: false,
    says: 'The request headers are larger than the service accepts.',
  },
  QUOTA_EXCEEDED: {
    status: 429,
    retryable: false,
    says: 'The monthly units of the organization do not suffice for this call.',
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    retryAfterSec: 1,
    says: 'More requests a second than the plan of the organization allows.',
  },
  INTERNAL: { status: 500, retryable: true, says: 'A defect of the service; the request id leads to its cause.' },
  UPSTREAM_BLOCKED: {
    status: 502,
    retryable: false,
    says: 'The upstream answered with a bot wall, a login wall or a refusal in place of data.',
  },
  UPSTREAM_ERROR: { status: 502, retryable: true, says: 'The upstream answered with an error.' },
  UPSTREAM_CHANGED: {
    status: 502,
    retryable: false,
    says: 'The upstream answered in a shape that is not understood; the message names the missing part.',
  },
  UPSTREAM_UNREACHABLE: {
    status: 502,
    retryable: true,
    says: 'No connection to the upstream: no address, refused, or no secure channel.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    retryAfterSec: 2,
    says: 'The service cannot check or record calls right now; the key is not at fault.',
  },
  AUTH_UNAVAILABLE: {
    status: 503,
    retryable: true,
    retryAfterSec: 2,
    says: 'Sessions cannot be checked right now; the session is not at fault.',
  },
  UPSTREAM_RATE_LIMITED: {
    status: 503,
    retryable: true,
    retryAfterSec: 60,
    says: 'The upstream limits how often it may be asked.',
  },
  OVERLOADED: {
    status: 503,
    retryable: true,
    retryAfterSec: 2,
    says: 'Too many calls of this kind are waiting; nothing ran and nothing was billed.',
  },
  NOT_CONFIGURED: {
    status: 503,
    retryable: false,
    says: 'The operation needs a setting of the operator; the message names it.',
  },
  TIMEOUT: { status: 504, retryable: true, says: 'The operation did not finish within its time.' },
  UPSTREAM_TIMEOUT: { status: 504, retryable: true, says: 'The upstream did not answer in time.' },
} as const satisfies Record<string, ErrorRow>

/** A code of the closed table. */
export type ErrorCode = keyof typeof errorTable

export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[]

export function errorRow(code: ErrorCode): ErrorRow {
  return errorTable[code]
}

export interface ErrorOptions {
  /** Why it happened, for the operator's eyes; never sent. */
  readonly cause?: unknown
  /** Dotted path of the offending input field. */
  readonly field?: string
  /** Documented facts for the caller; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSec?: number
}

/** The one error that is meant for callers. Anything else that is thrown becomes `INTERNAL`. */
export class OperationError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly retryAfterSec: number | undefined

  /** @param message what was wrong and what would be right; sent to the caller as it is. */
  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'OperationError'
    this.code = code
    this.field = options.field
    this.details = options.details
    this.retryAfterSec = options.retryAfterSec
  }
}

/** `INVALID_INPUT`: `field: what is expected`. For rules that a schema cannot say. */
export function invalidInput(field: string, expected: string, details?: ErrorOptions['details']): OperationError {
  return new OperationError('INVALID_INPUT', `${field}: ${expected}`, { field, ...(details && { details }) })
}

/** `NOT_FOUND`: the upstream has no such thing. */
export function notFound(message: string, options?: ErrorOptions): OperationError {
  return new OperationError('NOT_FOUND', message, options)
}

/** `UPSTREAM_BLOCKED`: a wall in place of data. */
export function blocked(message: string, options?: ErrorOptions): OperationError {
  return new OperationError('UPSTREAM_BLOCKED', message, options)
}

/** `UPSTREAM_CHANGED`: the answer lacks an essential part.
 * @param path where it was looked for, such as `titles.normalized` */
export function changed(path: string, options?: ErrorOptions): OperationError {
  return new OperationError('UPSTREAM_CHANGED', `The upstream's answer has no readable ${path}.`, options)
}

/** `NOT_CONFIGURED`: names the settings of which the operator must set one. */
export function notConfigured(message: string): OperationError {
  return new OperationError('NOT_CONFIGURED', message)
}
