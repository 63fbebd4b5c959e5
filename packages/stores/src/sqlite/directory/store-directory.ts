// The directory as callers see it, wherever its tables are written: in the writer thread, or in a client's own process.
import type { Organization } from '@kiosk/engine'
import type { Directory, KeySummary, NewKey, NewOrganization } from '../../directory.ts'
import type { DirectoryMethod } from '../writer/writer-service.ts'
import { backUp } from './backup.ts'
import type { DirectoryTables } from './directory-tables.ts'

/** The way to the tables. */
export interface DirectoryAccess {
  readonly file: string
  readonly now: () => number
  /** Throws `StoreUnavailable`, or the method's `DirectoryRefusal`. */
  run<M extends DirectoryMethod>(
    method: M,
    ...args: Parameters<DirectoryTables[M]>
  ): Promise<ReturnType<DirectoryTables[M]>>
  /** Resolves once no engine remembers what the change took away. */
  confirm(change: number): Promise<void>
  close(): Promise<void>
}

export class StoreDirectory implements Directory {
  readonly #access: DirectoryAccess

  constructor(access: DirectoryAccess) {
    this.#access = access
  }

  createOrganization(organization: NewOrganization): Promise<Organization> {
    return this.#access.run('createOrganization', this.#access.now(), organization)
  }

  listOrganizations(): Promise<Organization[]> {
    return this.#access.run('listOrganizations')
  }

  findOrganization(slug: string): Promise<Organization | null> {
    return this.#access.run('findOrganization', slug)
  }

  setPlan(slug: string, plan: string, quotaOverride: number | null): Promise<Organization> {
    return this.#access.run('setPlan', this.#access.now(), slug, plan, quotaOverride)
  }

  withhold(slug: string, operation: string): Promise<Organization> {
    return this.#access.run('withhold', this.#access.now(), slug, operation)
  }

  publish(slug: string, operation: string): Promise<Organization> {
    return this.#access.run('publish', this.#access.now(), slug, operation)
  }

  addKey(key: NewKey): Promise<KeySummary> {
    return this.#access.run('addKey', this.#access.now(), key)
  }

  listKeys(organizationId: string): Promise<KeySummary[]> {
    return this.#access.run('listKeys', organizationId)
  }

  async deleteKey(organizationId: string, id: string): Promise<void> {
    await this.#access.confirm(await this.#access.run('deleteKey', this.#access.now(), organizationId, id))
  }

  admitGuest(addressHash: string, limit: number): Promise<void> {
    return this.#access.run('admitGuest', this.#access.now(), addressHash, limit)
  }

  backup(file: string): Promise<void> {
    return backUp(this.#access.file, file)
  }

  close(): Promise<void> {
    return this.#access.close()
  }
}
