// Everything that a call can fail with: one class, told apart by `code`.
import type { ServiceErrorCode } from './operation-types.generated.ts'

/** What the client itself reports: `NO_ANSWER` (no connection, or it was cut), `CLIENT_TIMEOUT` (the attempt took longer than it may),
 * `UNEXPECTED_ANSWER` (not the service's: a proxy in between, or another server). */
export type ClientErrorCode = 'NO_ANSWER' | 'CLIENT_TIMEOUT' | 'UNEXPECTED_ANSWER'

/** Known codes; open, so that an older client survives a newer service. */
export type KioskErrorCode = ServiceErrorCode | ClientErrorCode | (string & {})

export interface KioskErrorFacts {
  readonly code: KioskErrorCode
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Dotted path of the input that was refused. */
  readonly field?: string | undefined
  readonly requestId?: string | undefined
  /** True when the same call may succeed later without a change. */
  readonly retryable: boolean
  /** Seconds after which a repeat makes sense, where the service knows. */
  readonly retryAfterSec?: number | undefined
  /** More facts of some codes, such as `limit`, `remaining` and `resetsAt` of QUOTA_EXCEEDED. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
  /** Address of the page that explains the code. */
  readonly docs?: string | undefined
  readonly cause?: unknown
}

/** A call that failed. `message` says what was wrong and what would be right, and never holds the key. */
export class KioskError extends Error {
  readonly code: KioskErrorCode
  readonly status: number
  readonly field: string | undefined
  readonly requestId: string | undefined
  readonly retryable: boolean
  readonly retryAfterSec: number | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly docs: string | undefined

  constructor(message: string, facts: KioskErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = 'KioskError'
    this.code = facts.code
    this.status = facts.status
    this.field = facts.field
    this.requestId = facts.requestId
    this.retryable = facts.retryable
    this.retryAfterSec = facts.retryAfterSec
    this.details = facts.details
    this.docs = facts.docs
  }
}

/** Reads the refusal in an answer that is not 2xx. @param text its body */
export function errorOfAnswer(response: Response, text: string): KioskError {
  const retryAfterSec = seconds(response.headers.get('retry-after'))
  const requestId = response.headers.get('x-request-id') ?? undefined
  const { status } = response
  const error = envelopeOf(text)
  if (error === null) {
    return new KioskError(
      `The answer (HTTP ${status}) is not one of the service: check the base URL, and what stands between.`,
      {
        code: 'UNEXPECTED_ANSWER',
        status,
        requestId,
        retryable: [408, 429, 500, 502, 503, 504].includes(status),
        retryAfterSec,
      },
    )
  }
  const { message, code, field, retryable, docs, details } = error
  return new KioskError(message, {
    code,
    status,
    field: typeof field === 'string' ? field : undefined,
    requestId: requestId ?? (typeof error.requestId === 'string' ? error.requestId : undefined),
    retryable: retryable === true,
    retryAfterSec,
    details: isRecord(details) ? details : undefined,
    docs: typeof docs === 'string' ? docs : undefined,
  })
}

function envelopeOf(text: string): (Record<string, unknown> & { message: string; code: string }) | null {
  const parsed = parseJson(text)
  const error = isRecord(parsed) ? parsed.error : undefined
  if (!isRecord(error)) return null
  const { message, code } = error
  return typeof message === 'string' && typeof code === 'string' ? { ...error, message, code } : null
}

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function seconds(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const value = Number(header)
  if (Number.isFinite(value)) return Math.max(0, value)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
