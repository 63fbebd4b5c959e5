// One call as the engine sees it, whichever door it came through.
import type { ErrorCode } from '@kiosk/catalog'
import type { Reservation } from './ports.ts'

/** Who calls, and what a session token is bound to beside the body. Header values as received; null when absent. */
export interface Credentials {
  readonly method: string
  /** Path without the leading slash. */
  readonly slug: string
  readonly apiKey: string | null
  readonly sessionToken: string | null
  /** Every `Idempotency-Key` line. */
  readonly idempotencyKeys: readonly string[]
  readonly proxyUrl: string | null
}

/** What a door hands in. */
export interface CallRequest extends Credentials {
  readonly contentType: string | null
  readonly contentEncoding: string | null
  /** Reads the whole body. Throws `PAYLOAD_TOO_LARGE` past `maxBytes`. Not called before the credentials were checked. */
  readBody(maxBytes: number): Promise<Buffer>
  /** Calls `listener` once when the caller hangs up before the answer. */
  onGone(listener: () => void): void
}

/** What the door sends back. */
export interface CallResponse {
  readonly requestId: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** How a call ended, before the headers of its organization are put on. */
export interface Outcome {
  readonly status: number
  /** Headers that belong to the answer itself. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly code: ErrorCode | null
  readonly cache: 'HIT' | 'MISS' | null
  /** Units that a fresh run spends; null otherwise. */
  readonly reservation: Reservation | null
  /** Told once whether the outcome was recorded: others wait for it. */
  readonly recorded?: (error: unknown) => void
}

/** Identity and time of one call. */
export interface Trip {
  readonly requestId: string
  /** Monotonic milliseconds. */
  readonly startedAt: number
}

export const JSON_TYPE = 'application/json; charset=utf-8'
