// What operators and the app change: organizations, keys, plans. Slow path; the engine reads through its ports.
import type { Organization } from '@kiosk/engine'
import type { Reports } from './reports.ts'

export interface NewOrganization {
  readonly name: string
  readonly plan: string
  readonly quotaOverride?: number | null
  /** ISO 8601; guests only. */
  readonly expiresAt?: string | null
}

/** An organization with what only its own pages show. */
export interface OrganizationRecord extends Organization {
  /** ISO 8601 */
  readonly createdAt: string
}

/** A key as it may be shown: never its hash, never its secret part. */
export interface KeySummary {
  readonly id: string
  readonly name: string
  /** First 12 characters. */
  readonly prefix: string
  readonly createdAt: string
  /** Id of the user who made it; null: made by the operator, or for a guest. */
  readonly createdBy: string | null
  /** `YYYY-MM-DD`, or null when never used. */
  readonly lastUsed: string | null
}

export interface NewKey {
  readonly organizationId: string
  readonly name: string
  readonly prefix: string
  /** SHA-256 of the whole key, hex. */
  readonly hash: string
  /** Id of a user, or null. The key outlives the account. */
  readonly createdBy: string | null
}

/** New keys of the last hour, deleted ones included: what the limit of new keys counts. */
export interface NewKeys {
  readonly count: number
  /** When the oldest of them was made, in milliseconds since 1970; null when there is none. */
  readonly oldestAt: number | null
}

/** Refused by a rule of the directory; the message is for people. */
export class DirectoryRefusal extends Error {
  readonly reason:
    | 'too-many-keys'
    | 'too-many-new-keys'
    | 'unknown-organization'
    | 'unknown-key'
    | 'not-acknowledged'
    | 'too-many-guests'
    | 'unknown-cursor'
  /** When the same would be granted, where the rule says so. */
  readonly retryAfterMs: number | null
  constructor(reason: DirectoryRefusal['reason'], message: string, retryAfterMs: number | null = null) {
    super(message)
    this.name = 'DirectoryRefusal'
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

/** At most this many keys an organization, and this many new ones an hour. */
export const KEYS_PER_ORGANIZATION = 20
export const NEW_KEYS_PER_HOUR = 10

export interface Directory extends Reports {
  /** The slug is the name in kebab case, made unique by `-2`, `-3` … */
  createOrganization(organization: NewOrganization): Promise<Organization>
  listOrganizations(): Promise<Organization[]>
  findOrganization(slug: string): Promise<Organization | null>
  organizationById(id: string): Promise<OrganizationRecord | null>
  /** Another name; the slug stays, since operators know the organization by it. Throws `DirectoryRefusal` for an unknown id. */
  rename(id: string, name: string): Promise<OrganizationRecord>
  /** With its keys; resolves once no engine accepts them any more. What was counted and logged of its calls stays.
   * Throws `DirectoryRefusal` as `deleteKey` does. */
  deleteOrganization(id: string): Promise<void>
  setPlan(slug: string, plan: string, quotaOverride: number | null): Promise<Organization>
  /** Hides an operation from an organization, or shows it again. */
  withhold(slug: string, operation: string): Promise<Organization>
  publish(slug: string, operation: string): Promise<Organization>
  /** Throws `DirectoryRefusal` past 20 keys, or past 10 new ones within an hour (deleted ones count for the hour). */
  addKey(key: NewKey): Promise<KeySummary>
  listKeys(organizationId: string): Promise<KeySummary[]>
  newKeysWithinHour(organizationId: string): Promise<NewKeys>
  /** Resolves once no engine accepts the key any more. Throws `DirectoryRefusal` for an unknown id, and when a running engine does not acknowledge in time. */
  deleteKey(organizationId: string, id: string): Promise<void>
  /** Counts and records guest keys per address (hashed) in the last 7 days; throws `DirectoryRefusal` at `limit`, with the
   * time until the next one. */
  admitGuest(addressHash: string, limit: number): Promise<void>
  /** Deletes guest organizations a week after they expired, with their keys and all rows about them; until then their keys
   * are refused as expired ones. Some of them a run: a running engine does it each minute. Returns how many are gone. */
  removeGuests(): Promise<number>
  /** A consistent copy while engines serve. Refuses an existing file. */
  backup(file: string): Promise<void>
  close(): Promise<void>
}
