// What a refusal of the app looks like to the dashboard.
import { z } from 'zod'

const envelope = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    field: z.string().optional(),
    requestId: z.string().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
})

export interface ApiFault {
  /** A code of the service's table, or `UNREACHABLE` (no answer came), or `UNEXPECTED_ANSWER` (not understood). */
  readonly code: string
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Dotted path of the refused input. */
  readonly field?: string | undefined
  readonly requestId?: string | undefined
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSec?: number | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  /** Of the answer; empty when none came. A failed run has its receipt here. */
  readonly headers?: Headers
  readonly cause?: unknown
}

/** Every failure of a call. `message` is meant to be shown. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly field: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterSec: number | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly headers: Headers

  constructor(message: string, fault: ApiFault) {
    super(message, fault.cause === undefined ? undefined : { cause: fault.cause })
    this.name = 'ApiError'
    this.code = fault.code
    this.status = fault.status
    this.field = fault.field
    this.requestId = fault.requestId
    this.retryAfterSec = fault.retryAfterSec
    this.details = fault.details
    this.headers = fault.headers ?? new Headers()
  }
}

/** The response itself when it is 2xx; else throws what its envelope says. */
export async function expectOk(response: Response): Promise<Response> {
  if (response.ok) return response
  const parsed = envelope.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw unexpectedAnswer(response, new URL(response.url, 'http://app.invalid').pathname)
  const { code, message, field, requestId, details } = parsed.data.error
  throw new ApiError(message, {
    code,
    status: response.status,
    field,
    requestId: requestId ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterSec: retryAfter(response.headers),
    details,
    headers: response.headers,
  })
}

export function unreachable(cause: unknown): ApiError {
  return new ApiError('The service did not answer. Check your connection and try again.', {
    code: 'UNREACHABLE',
    status: 0,
    cause,
  })
}

export function unexpectedAnswer(response: Response, path: string): ApiError {
  return new ApiError(`The answer of ${path} (status ${response.status}) was not understood.`, {
    code: 'UNEXPECTED_ANSWER',
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSec: retryAfter(response.headers),
    headers: response.headers,
  })
}

function retryAfter(headers: Headers): number | undefined {
  const value = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Anything thrown, as an `ApiError`: what is none of ours is a defect of the dashboard. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError('Something in this page went wrong. Load it again.', { code: 'DEFECT', status: 0, cause: error })
}

/** The message as a sentence of its own: without the field that it begins with. */
export function sentenceOf(error: unknown): string {
  const { message, field } = asApiError(error)
  const bare = field !== undefined && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** Whether the same request may succeed later without a change. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'UNREACHABLE' || error.status === 503 || error.status === 502)
}
