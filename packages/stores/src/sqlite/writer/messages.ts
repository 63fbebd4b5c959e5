// What the main thread and the writer thread say to each other.
import type { DirectoryRefusal } from '../../directory.ts'

/** A column's value as it crosses to the writer. */
export type Cell = string | number | null

/** Cells of a request row: the 12 columns of `requests` that are given, then the period and the units spent in it. */
export const REQUEST_CELLS = 14
export const REQUEST_COLUMNS = 12
/** Positions of the cells that counters are made from. */
export const requestCell = {
  organization: 1,
  slug: 4,
  status: 5,
  cache: 8,
  replayed: 9,
  at: 11,
  period: 12,
  spent: 13,
} as const

/** organization, key, slug, body hash, token, expires at, status, headers (JSON), bytes of body */
export const ANSWER_CELLS = 9
/** organization, key, slug, body hash, token, end of the lease */
export const CLAIM_CELLS = 6
/** end of the lease, organization, key, token */
export const RENEWAL_CELLS = 4
/** organization, key, token */
export const RELEASE_CELLS = 3
/** day (YYYY-MM-DD), key id */
export const LAST_USED_CELLS = 2

/** Rows of one commit; each list holds whole rows, cell after cell: flat JSON crosses to another thread in less than half
 * the time of cloned objects. */
export interface BatchRows {
  readonly requests: readonly Cell[]
  /** Request rows of unbilled calls that ride along, in chunks. */
  readonly notes: readonly (readonly Cell[])[]
  readonly answers: readonly Cell[]
  readonly claims: readonly Cell[]
  readonly renewals: readonly Cell[]
  readonly releases: readonly Cell[]
  readonly lastUsed: readonly Cell[]
}

export type ToWriter =
  | {
      readonly id: number
      readonly kind: 'batch'
      /** `BatchRows` as JSON. */
      readonly rows: string
      /** Bodies of the answers, one after the other. */
      readonly bodies: Uint8Array | null
    }
  | { readonly id: number; readonly kind: 'call'; readonly method: string; readonly args: readonly unknown[] }
  | { readonly id: number; readonly kind: 'close' }

/** Why the writer did not do it. */
export type Failure =
  | { readonly kind: 'store'; readonly message: string }
  | ({ readonly kind: 'refusal' } & Pick<DirectoryRefusal, 'reason' | 'message' | 'retryAfterMs'>)
  | { readonly kind: 'defect'; readonly message: string; readonly stack: string | undefined }

export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: Failure }
