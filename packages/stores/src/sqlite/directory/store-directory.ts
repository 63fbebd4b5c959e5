// The directory as callers see it, wherever its tables are written: in the writer thread, or in a client's own process.
import type { Organization } from '@kiosk/engine'
import type { Directory, KeySummary, NewKey, NewKeys, NewOrganization, OrganizationRecord } from '../../directory.ts'
import type { DailyUsage, LoggedRequest, OperationHealth, RequestPage, RequestQuery } from '../../reports.ts'
import type { ReportClient } from '../reports/report-client.ts'
import type { DirectoryMethod } from '../writer/writer-service.ts'
import { backUp } from './backup.ts'
import type { DirectoryTables } from './directory-tables.ts'

// About a tenth of a second of the writer's time, with settlements in between.
const GUEST_SLICES_PER_RUN = 20

/** The way to the tables. */
export interface DirectoryAccess {
  readonly file: string
  readonly now: () => number
  readonly reports: ReportClient
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

  organizationById(id: string): Promise<OrganizationRecord | null> {
    return this.#access.run('organizationById', id)
  }

  rename(id: string, name: string): Promise<OrganizationRecord> {
    return this.#access.run('rename', this.#access.now(), id, name)
  }

  async deleteOrganization(id: string): Promise<void> {
    await this.#access.confirm(await this.#access.run('deleteOrganization', this.#access.now(), id))
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

  newKeysWithinHour(organizationId: string): Promise<NewKeys> {
    return this.#access.run('newKeysWithinHour', this.#access.now(), organizationId)
  }

  async deleteKey(organizationId: string, id: string): Promise<void> {
    await this.#access.confirm(await this.#access.run('deleteKey', this.#access.now(), organizationId, id))
  }

  admitGuest(addressHash: string, limit: number): Promise<void> {
    return this.#access.run('admitGuest', this.#access.now(), addressHash, limit)
  }

  async removeGuests(): Promise<number> {
    let count = 0
    for (let slices = 0; slices < GUEST_SLICES_PER_RUN; slices += 1) {
      const { removed, hasMore } = await this.#access.run('removeGuests', this.#access.now())
      count += removed
      if (!hasMore) break
    }
    return count
  }

  dailyUsage(organizationId: string, from: string, to: string): Promise<DailyUsage[]> {
    return this.#access.reports.ask('dailyUsage', organizationId, from, to)
  }

  spent(organizationId: string, period: string): Promise<number> {
    return this.#access.reports.ask('spent', organizationId, period)
  }

  requests(organizationId: string, query: RequestQuery): Promise<RequestPage> {
    return this.#access.reports.ask('requests', organizationId, query)
  }

  request(organizationId: string, requestId: string): Promise<LoggedRequest | null> {
    return this.#access.reports.ask('request', organizationId, requestId)
  }

  operationHealth(organizationId: string, sinceMs: number): Promise<OperationHealth[]> {
    return this.#access.reports.ask('operationHealth', organizationId, sinceMs)
  }

  backup(file: string): Promise<void> {
    return backUp(this.#access.file, file)
  }

  close(): Promise<void> {
    return this.#access.close()
  }
}
