// What the engine needs from outside. Stores, egress and the server fill these; tests fill them with toys.
import type { CapabilityName, Context, ErrorCode, Operation, Secret } from '@kiosk/catalog'

/** Thrown by any port when its store cannot answer: the call ends with 503 `SERVICE_UNAVAILABLE`, never with 401. */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StoreUnavailable'
  }
}

export interface Organization {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** Name of its plan. */
  readonly plan: string
  /** Units a month in place of the plan's; null: the plan's. */
  readonly quotaOverride: number | null
  /** Slugs that an operator withheld from it. */
  readonly withheld: readonly string[]
  /** ISO 8601; after this time its keys are refused (guests); null: never. */
  readonly expiresAt: string | null
}

/** Who calls: the organization, and the key or member the call came by. */
export interface Caller {
  readonly organization: Organization
  /** Id of the key; null for a session. */
  readonly keyId: string | null
  /** First 12 characters of the key, or `session`; the label in the request log. */
  readonly label: string
}

export interface Keys {
  /** The caller that owns the key with this SHA-256 (hex), or null. A deleted key is never returned once its deletion was answered. */
  find(keyHash: string): Caller | null | Promise<Caller | null>
  /** The organization with this id, expired ones included, or null when it was deleted or never was: for calls by session. */
  organization(id: string): Organization | null | Promise<Organization | null>
}

/** Units taken out of a month's quota, not yet spent. */
export interface Reservation {
  readonly organizationId: string
  /** `YYYY-MM`, UTC: the month it was taken from, and the one it is settled in. */
  readonly period: string
  readonly units: number
}

export interface Balance {
  /** Units settled and reserved in the period. */
  readonly used: number
  /** null: the organization has no limit. */
  readonly limit: number | null
}

export type ReserveResult = (
  | { readonly granted: true; readonly reservation: Reservation }
  | { readonly granted: false }
) & {
  readonly balance: Balance
}

/** A row of the request log. Never a body, a cookie or a query. */
export interface LogRow {
  readonly requestId: string
  readonly organizationId: string
  readonly label: string
  readonly keyId: string | null
  readonly slug: string
  readonly status: number
  readonly code: ErrorCode | null
  readonly units: number
  readonly cache: 'HIT' | 'MISS' | null
  readonly replayed: boolean
  readonly durationMs: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** An answer as it is kept for replays. */
export interface StoredAnswer {
  readonly status: number
  /** Headers that belong to the answer, not to the request: content type, cache. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** One end of a call that must be durable before the response leaves. */
export interface Settlement {
  /** Spent: moved from reserved to used. */
  readonly reservation: Reservation | null
  readonly log: LogRow
  /** Closes the claim and keeps the answer. */
  readonly answer: { readonly claim: Claim; readonly stored: StoredAnswer; readonly expiresAt: number } | null
}

export interface Ledger {
  /** Takes units if `used + reserved + units <= limit`; exact under any concurrency. */
  reserve(
    organization: Organization,
    limit: number | null,
    period: string,
    units: number,
  ): ReserveResult | Promise<ReserveResult>
  /** Gives units back. Never throws: what cannot be given back now is given back later. */
  release(reservation: Reservation): void
  /** Resolves after the commit is durable. Throws `StoreUnavailable`; then nothing was recorded and the caller releases. */
  settle(settlement: Settlement): Promise<void>
  /** Log row of a call that spent nothing; written later, lost at most on a crash. */
  note(row: LogRow): void
  balance(organization: Organization, limit: number | null, period: string): Balance | Promise<Balance>
  /** Successful calls of the period by operation, most units first. */
  usage(organizationId: string, period: string): Promise<OperationUsage[]>
}

export interface OperationUsage {
  readonly slug: string
  /** Successful calls, cache hits included, replays not. */
  readonly calls: number
  readonly units: number
  readonly cacheHits: number
}

/** A claim on an Idempotency-Key that this process holds. */
export interface Claim {
  readonly organizationId: string
  readonly key: string
  /** Fences off a late finisher whose lease was taken over. */
  readonly token: string
}

export interface ClaimRequest {
  readonly organizationId: string
  readonly key: string
  readonly slug: string
  /** SHA-256 (hex) of the raw body bytes. */
  readonly bodyHash: string
  readonly leaseMs: number
  /** Written durably before the call runs: for operations that act on an account. */
  readonly durable: boolean
  readonly now: number
}

export type ClaimResult =
  | { readonly state: 'claimed'; readonly claim: Claim }
  | { readonly state: 'inFlight' }
  | { readonly state: 'reused' }
  | { readonly state: 'stored'; readonly answer: StoredAnswer }

export interface Idempotency {
  claim(request: ClaimRequest): ClaimResult | Promise<ClaimResult>
  /** Prolongs the lease of a call that still runs. */
  renew(claim: Claim, leaseMs: number, now: number): void
  /** Frees the key without an answer (429, 5xx, a body that is too large). */
  release(claim: Claim): void | Promise<void>
}

/** A cached output. */
export interface CacheEntry {
  /** Response body, JSON. */
  readonly body: Uint8Array
  readonly expiresAt: number
}

/** Cached outputs by key; may forget at any time, must never throw. */
export interface ResponseCache {
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>
  set(key: string, entry: CacheEntry): void
}

/** Capabilities, handed out per run. */
export interface Contexts {
  /** Refuses a proxy before anything runs: `INVALID_INPUT` or `DESTINATION_REFUSED`. */
  checkProxy(proxy: Secret, field: string, signal: AbortSignal): Promise<void>
  /** The context of one run; holds only what `operation.needs` names. */
  make(
    operation: Operation,
    signal: AbortSignal,
    proxy: Secret | null,
  ): Context<CapabilityName, Record<string, unknown>>
}
