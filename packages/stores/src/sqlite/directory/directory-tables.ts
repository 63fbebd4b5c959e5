// The directory on its tables. Runs wherever writes may block: in the writer thread, or in a client's own process.
import { randomUUIDv7 } from 'node:crypto'
import type { Organization } from '@kiosk/engine'
import {
  DirectoryRefusal,
  KEYS_PER_ORGANIZATION,
  type KeySummary,
  NEW_KEYS_PER_HOUR,
  type NewKey,
  type NewKeys,
  type NewOrganization,
  type OrganizationRecord,
} from '../../directory.ts'
import { type Statements, transaction } from '../database/database.ts'
import { removeGuestSlice } from './guests.ts'
import { organizationColumns, organizationOf, organizationRecordOf, type Row } from './organization-rows.ts'
import { freeSlug, slugOf } from './slugs.ts'

const HOUR_MS = 3_600_000
export const GUEST_WINDOW_MS = 7 * 24 * HOUR_MS

/** A write about something that an engine may remember leaves a row in `changes`, in the same commit, so that it forgets. */
export class DirectoryTables {
  readonly #statements: Statements

  constructor(statements: Statements) {
    this.#statements = statements
  }

  createOrganization(now: number, given: NewOrganization): Organization {
    return transaction(this.#statements.db, () => {
      const taken = this.#statements.of('SELECT 1 FROM organizations WHERE slug = ?')
      const slug = freeSlug(slugOf(given.name), (candidate) => taken.get(candidate) !== undefined)
      this.#statements
        .of(`INSERT INTO organizations (id, name, slug, plan, quota_override, expires_at, created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?)`)
        .run(
          `org_${randomUUIDv7()}`,
          given.name,
          slug,
          given.plan,
          given.quotaOverride ?? null,
          given.expiresAt ?? null,
          now,
        )
      return this.#bySlug(slug)
    })
  }

  listOrganizations(): Organization[] {
    return this.#statements
      .of(`SELECT ${organizationColumns} FROM organizations o ORDER BY o.created_at, o.id`)
      .all()
      .map(organizationOf)
  }

  findOrganization(slug: string): Organization | null {
    const row = this.#statements.of(`SELECT ${organizationColumns} FROM organizations o WHERE o.slug = ?`).get(slug)
    return row === undefined ? null : organizationOf(row)
  }

  organizationById(id: string): OrganizationRecord | null {
    const row = this.#statements.of(`SELECT ${organizationColumns} FROM organizations o WHERE o.id = ?`).get(id)
    return row === undefined ? null : organizationRecordOf(row)
  }

  rename(now: number, id: string, name: string): OrganizationRecord {
    return transaction(this.#statements.db, () => {
      this.#statements.of('UPDATE organizations SET name = ? WHERE id = ?').run(name, id)
      const organization = this.organizationById(id)
      if (organization === null) throw unknownOrganization(id)
      this.#note(now, id)
      return organization
    })
  }

  /** @returns the number of the change that a running engine must have acknowledged */
  deleteOrganization(now: number, id: string): number {
    return transaction(this.#statements.db, () => {
      const { changes } = this.#statements.of('DELETE FROM organizations WHERE id = ?').run(id)
      if (changes === 0) throw unknownOrganization(id)
      return this.#note(now, id)
    })
  }

  setPlan(now: number, slug: string, plan: string, quotaOverride: number | null): Organization {
    return this.#change(now, slug, (organization) => {
      this.#statements
        .of('UPDATE organizations SET plan = ?, quota_override = ? WHERE id = ?')
        .run(plan, quotaOverride, organization)
    })
  }

  withhold(now: number, slug: string, operation: string): Organization {
    return this.#change(now, slug, (organization) => {
      this.#statements
        .of('INSERT OR IGNORE INTO withheld_operations (organization, operation) VALUES (?, ?)')
        .run(organization, operation)
    })
  }

  publish(now: number, slug: string, operation: string): Organization {
    return this.#change(now, slug, (organization) => {
      this.#statements
        .of('DELETE FROM withheld_operations WHERE organization = ? AND operation = ?')
        .run(organization, operation)
    })
  }

  addKey(now: number, key: NewKey): KeySummary {
    return transaction(this.#statements.db, () => {
      this.#refuseTooMany(now, key.organizationId)
      const id = `key_${randomUUIDv7()}`
      this.#statements
        .of(`INSERT INTO keys (id, organization, name, prefix, hash, created_at, created_by)
             VALUES (?, ?, ?, ?, ?, ?, ?)`)
        .run(id, key.organizationId, key.name, key.prefix, key.hash, now, key.createdBy)
      this.#statements.of('INSERT INTO key_creations (organization, at) VALUES (?, ?)').run(key.organizationId, now)
      this.#note(now, key.organizationId)
      return {
        id,
        name: key.name,
        prefix: key.prefix,
        createdAt: new Date(now).toISOString(),
        createdBy: key.createdBy,
        lastUsed: null,
      }
    })
  }

  listKeys(organizationId: string): KeySummary[] {
    return this.#statements
      .of(`SELECT id, name, prefix, created_at, created_by, last_used FROM keys
           WHERE organization = ? ORDER BY created_at, id`)
      .all(organizationId)
      .map(keySummaryOf)
  }

  newKeysWithinHour(now: number, organizationId: string): NewKeys {
    const row = this.#statements
      .of('SELECT count(*) AS count, min(at) AS oldest FROM key_creations WHERE organization = ? AND at > ?')
      .get(organizationId, now - HOUR_MS)
    return { count: Number(row?.count ?? 0), oldestAt: row?.oldest == null ? null : Number(row.oldest) }
  }

  /** @returns the number of the change that a running engine must have acknowledged */
  deleteKey(now: number, organizationId: string, id: string): number {
    return transaction(this.#statements.db, () => {
      const { changes } = this.#statements
        .of('DELETE FROM keys WHERE id = ? AND organization = ?')
        .run(id, organizationId)
      if (changes === 0) {
        throw new DirectoryRefusal(
          'unknown-key',
          `This organization has no key with the id ${id}; it may be deleted already. Listing its keys shows the ids.`,
        )
      }
      return this.#note(now, organizationId)
    })
  }

  admitGuest(now: number, addressHash: string, limit: number): void {
    transaction(this.#statements.db, () => {
      // The oldest of the last few: when it leaves the window, there is room for one more.
      const oldest = this.#statements
        .of('SELECT at FROM guest_admissions WHERE address_hash = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?')
        .get(addressHash, now - GUEST_WINDOW_MS, limit - 1)
      if (oldest !== undefined) {
        throw new DirectoryRefusal(
          'too-many-guests',
          `This address was given ${limit} guest keys in the last 7 days, which is the most. Use one of them, or sign up.`,
          Number(oldest.at) + GUEST_WINDOW_MS - now,
        )
      }
      this.#statements.of('INSERT INTO guest_admissions (address_hash, at) VALUES (?, ?)').run(addressHash, now)
    })
  }

  /** Deletes some of what is left of expired guests.
   * @returns how many are gone for good, and whether there is more to delete */
  removeGuests(now: number): { readonly removed: number; readonly hasMore: boolean } {
    return transaction(this.#statements.db, () => {
      const { removed, hasMore } = removeGuestSlice(this.#statements, now)
      for (const organization of removed) this.#note(now, organization)
      return { removed: removed.length, hasMore }
    })
  }

  /** Up to which change the running engine has forgotten. */
  acknowledged(): number {
    return Number(this.#statements.of('SELECT acknowledged FROM engine_state WHERE id = 1').get()?.acknowledged ?? 0)
  }

  #change(now: number, slug: string, write: (organizationId: string) => void): Organization {
    return transaction(this.#statements.db, () => {
      const { id } = this.#bySlug(slug)
      write(id)
      this.#note(now, id)
      return this.#bySlug(slug)
    })
  }

  #note(now: number, organizationId: string): number {
    const { lastInsertRowid } = this.#statements
      .of('INSERT INTO changes (organization, at) VALUES (?, ?)')
      .run(organizationId, now)
    return Number(lastInsertRowid)
  }

  #bySlug(slug: string): Organization {
    const organization = this.findOrganization(slug)
    if (organization === null) {
      throw new DirectoryRefusal('unknown-organization', `There is no organization with the slug ${slug}.`)
    }
    return organization
  }

  #refuseTooMany(now: number, organizationId: string): void {
    const count = (sql: string, ...values: (string | number)[]) =>
      Number(this.#statements.of(sql).get(...values)?.count)
    if (count('SELECT count(*) AS count FROM organizations WHERE id = ?', organizationId) === 0) {
      throw unknownOrganization(organizationId)
    }
    if (count('SELECT count(*) AS count FROM keys WHERE organization = ?', organizationId) >= KEYS_PER_ORGANIZATION) {
      throw new DirectoryRefusal(
        'too-many-keys',
        `An organization has at most ${KEYS_PER_ORGANIZATION} keys; delete one that is no longer used.`,
      )
    }
    if (this.newKeysWithinHour(now, organizationId).count >= NEW_KEYS_PER_HOUR) {
      throw new DirectoryRefusal(
        'too-many-new-keys',
        `An organization makes at most ${NEW_KEYS_PER_HOUR} keys an hour, deleted ones included; try again later.`,
      )
    }
  }
}

function unknownOrganization(id: string): DirectoryRefusal {
  return new DirectoryRefusal('unknown-organization', `There is no organization with the id ${id}.`)
}

function keySummaryOf(row: Row): KeySummary {
  return {
    id: String(row.id),
    name: String(row.name),
    prefix: String(row.prefix),
    createdAt: new Date(Number(row.created_at)).toISOString(),
    createdBy: row.created_by === null ? null : String(row.created_by),
    lastUsed: row.last_used === null ? null : String(row.last_used),
  }
}
