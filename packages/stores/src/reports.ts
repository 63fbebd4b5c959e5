// What is read about calls that were made: the dashboard's numbers. Never on the way of a call.
import type { LogRow } from '@kiosk/engine'

/** Calls of one operation on one day. Replays count nowhere: nothing ran. */
export interface DailyUsage {
  /** `YYYY-MM-DD`, UTC. The days of a month hold exactly the units of that month: a call that was reserved in a month and
   * ended in the next counts on the last day of the first. */
  readonly day: string
  readonly slug: string
  /** Successful calls, cache hits included. */
  readonly calls: number
  readonly units: number
  readonly cacheHits: number
  /** Calls that were answered with 400 or more. */
  readonly failures: number
}

/** A row of the request log as it was kept; `code` may be one that an older version knew. */
export type LoggedRequest = Omit<LogRow, 'code'> & { readonly code: string | null }

/** Filters of the request log; all that are given must hold. */
export interface RequestQuery {
  readonly slug?: string
  /** One status, or all of a class (2 to 5). */
  readonly status?: number | { readonly class: number }
  readonly code?: string
  readonly keyId?: string
  /** Milliseconds since 1970; this instant included. */
  readonly from?: number
  /** Milliseconds since 1970; this instant left out. */
  readonly to?: number
  /** `next` of the page before. */
  readonly cursor?: string
  /** Rows of the page, at least 1. */
  readonly limit: number
}

export interface RequestPage {
  /** Newest first. */
  readonly requests: readonly LoggedRequest[]
  /** Cursor of the next page, at most 64 characters; null: this was the last. */
  readonly next: string | null
}

/** How the calls of one operation went. Replays, and refusals for what the caller sent, do not count. */
export interface OperationHealth {
  readonly slug: string
  readonly calls: number
  /** Calls that were answered with 2xx. */
  readonly ok: number
  /** Median of the calls that ran, in milliseconds; null when all were cache hits, or there was none. */
  readonly p50Ms: number | null
  readonly p95Ms: number | null
  /** By code, most frequent first; `lastAt` in milliseconds since 1970. */
  readonly failures: readonly { readonly code: string; readonly count: number; readonly lastAt: number }[]
}

/** All throw `StoreUnavailable` when the store cannot be read. */
export interface Reports {
  /** Usage of the days from `from` to `to` (`YYYY-MM-DD`, both included), oldest first; days without calls are left out. */
  dailyUsage(organizationId: string, from: string, to: string): Promise<DailyUsage[]>
  /** Units settled in the month (`YYYY-MM`). */
  spent(organizationId: string, period: string): Promise<number>
  /** A page of the request log. Throws `DirectoryRefusal` for a cursor that is none. */
  requests(organizationId: string, query: RequestQuery): Promise<RequestPage>
  request(organizationId: string, requestId: string): Promise<LoggedRequest | null>
  /** By operation, most calls first, of the calls since then (milliseconds since 1970). */
  operationHealth(organizationId: string, sinceMs: number): Promise<OperationHealth[]>
}
