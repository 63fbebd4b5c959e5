// Callers by the hash of their key, and organizations by their id: a bounded memory in front of the reading connection.
import type { Caller, Keys, Organization } from '@kiosk/engine'
import { LRUCache } from 'lru-cache'
import type { Reader } from './database/reader.ts'
import { organizationColumns, organizationOf } from './directory/organization-rows.ts'
import type { Writer } from './writer/writer-client.ts'

const MOST_KEYS = 100_000
const MOST_ORGANIZATIONS = 10_000
const DAY_MS = 86_400_000

interface Known {
  readonly caller: Caller
  readonly keyId: string
  /** Days since 1970 of its last use that was written down. */
  usedOn: number
}

const FIND_KEY = `
  SELECT k.id AS key_id, k.prefix, ${organizationColumns}
  FROM keys k JOIN organizations o ON o.id = k.organization WHERE k.hash = ?`
const FIND_ORGANIZATION = `SELECT ${organizationColumns} FROM organizations o WHERE o.id = ?`

/** Remembers what exists, never that something does not: a new key works at once. */
export class KnownKeys implements Keys {
  readonly #reader: Reader
  readonly #writer: Writer
  readonly #now: () => number
  readonly #known: LRUCache<string, Known>
  readonly #organizations = new LRUCache<string, Organization>({ maxSize: MOST_ORGANIZATIONS })
  readonly #byOrganization = new Map<string, Set<string>>()

  constructor(reader: Reader, writer: Writer, now: () => number) {
    this.#reader = reader
    this.#writer = writer
    this.#now = now
    // By size, not by `max`, which would set memory for all of them aside at the start.
    this.#known = new LRUCache({
      maxSize: MOST_KEYS,
      dispose: ({ caller }, hash, reason) => {
        if (reason === 'evict') this.#unlist(hash, caller.organization.id)
      },
    })
  }

  /** Also finds the keys of an expired organization: the engine refuses those with words of its own.
   * Throws `StoreUnavailable` when an unknown key cannot be looked up. */
  find(keyHash: string): Caller | null {
    const known = this.#known.get(keyHash) ?? this.#read(keyHash)
    const now = this.#now()
    if (known === null) return null
    const today = Math.floor(now / DAY_MS)
    if (known.usedOn !== today) {
      known.usedOn = today
      this.#writer.keyUsed(known.keyId, new Date(now).toISOString().slice(0, 10))
    }
    return known.caller
  }

  /** Throws `StoreUnavailable` when an unknown one cannot be looked up. */
  organization(id: string): Organization | null {
    const known = this.#organizations.get(id)
    if (known !== undefined) return known
    const row = this.#reader.read((statements) => statements.of(FIND_ORGANIZATION).get(id))
    if (row === undefined) return null
    const organization = organizationOf(row)
    this.#organizations.set(id, organization, { size: 1 })
    return organization
  }

  /** Forgets what it knows of an organization and its keys. */
  forget(organizationId: string): void {
    for (const hash of this.#byOrganization.get(organizationId) ?? []) this.#known.delete(hash)
    this.#byOrganization.delete(organizationId)
    this.#organizations.delete(organizationId)
  }

  forgetAll(): void {
    this.#known.clear()
    this.#byOrganization.clear()
    this.#organizations.clear()
  }

  #read(keyHash: string): Known | null {
    const row = this.#reader.read((statements) => statements.of(FIND_KEY).get(keyHash))
    if (row === undefined) return null
    const organization = organizationOf(row)
    const keyId = String(row.key_id)
    const known: Known = {
      caller: { organization, keyId, label: String(row.prefix) },
      keyId,
      usedOn: 0,
    }
    this.#known.set(keyHash, known, { size: 1 })
    const hashes = this.#byOrganization.get(organization.id) ?? new Set()
    this.#byOrganization.set(organization.id, hashes.add(keyHash))
    return known
  }

  #unlist(hash: string, organizationId: string): void {
    const hashes = this.#byOrganization.get(organizationId)
    hashes?.delete(hash)
    if (hashes?.size === 0) this.#byOrganization.delete(organizationId)
  }
}
