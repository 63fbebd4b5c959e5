// The documents beside the operations: usage and catalog.

/** `GET /usage`. */
export interface Usage {
  readonly organization: { readonly id: string; readonly name: string; readonly plan: string }
  /** Calendar month in UTC, YYYY-MM. */
  readonly period: string
  readonly quota: {
    /** Units a month; null: no limit. */
    readonly limit: number | null
    readonly used: number
    readonly remaining: number | null
    /** ISO 8601, the first instant of the next month. */
    readonly resetsAt: string
  }
  readonly operations: readonly {
    readonly slug: string
    /** Successful ones, hits included. */
    readonly calls: number
    readonly units: number
    readonly cacheHits: number
  }[]
}

/** A JSON Schema of draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** `GET /catalog`. */
export interface CatalogDocument {
  readonly service: string
  readonly version: string
  /** True when the content may be stale. */
  readonly degraded: boolean
  readonly generatedAt: string
  readonly baseUrl: string
  readonly operations: readonly CatalogOperation[]
}

export interface CatalogOperation {
  readonly slug: string
  readonly id: string
  readonly title: string
  readonly description: string
  readonly category: string
  readonly tags: readonly string[]
  readonly units: number
  readonly timeoutSec: number
  /** 0: never cached. */
  readonly cacheSec: number
  /** `public`, `credentials` (needs the caller's third-party credentials) or `account` (acts on an account). */
  readonly access: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  readonly examples: readonly {
    readonly title: string
    readonly input: unknown
    readonly output?: unknown
    readonly fails?: string
  }[]
}
