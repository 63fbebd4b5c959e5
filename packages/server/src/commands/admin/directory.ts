// Opens the store for one admin command and turns its refusals into failures of the command.
import type { Organization } from '@kiosk/engine'
import type { Directory } from '@kiosk/stores'
import { CommandFailure, count, type Terminal } from '../../cli-output.ts'
import { didYouMean } from '../../config/nearest.ts'
import { readSettings, type SettingValues } from '../../config.ts'
import { openDataFolder } from '../../data-folder.ts'
import { refuseCluster } from '../service-settings.ts'

export type AdminSettings = Pick<SettingValues, 'dataDir' | 'plans'>

/** Runs `work` on the directory, which is migrated first and closed afterwards. Works while a server runs. */
export async function withDirectory(
  terminal: Terminal,
  work: (directory: Directory, settings: AdminSettings) => Promise<void>,
): Promise<undefined> {
  const settings = readSettings(terminal.env, ['dataDir', 'plans', 'databaseUrl'])
  refuseCluster(settings)
  const { DirectoryRefusal, openEmbedded } = await import('@kiosk/stores')
  const { dataDir } = settings
  const store = await openDataFolder(dataDir, () => openEmbedded({ dataDir, role: 'client' }))
  try {
    await work(store.directory, settings)
  } catch (error) {
    if (!(error instanceof DirectoryRefusal)) throw error
    const code = error.reason.toUpperCase().replaceAll('-', '_')
    throw new CommandFailure(error.message, { code, cause: error })
  } finally {
    await store.close()
  }
}

/** The organization with this slug. Throws `CommandFailure` naming the nearest one. */
export async function organizationBySlug(directory: Directory, slug: string): Promise<Organization> {
  const organization = await directory.findOrganization(slug)
  if (organization !== null) return organization
  const slugs = (await directory.listOrganizations()).map((other) => other.slug)
  throw new CommandFailure(`No organization has the slug ${JSON.stringify(slug)}.${didYouMean(slug, slugs)}`, {
    code: 'UNKNOWN_ORGANIZATION',
    advice: 'kiosk admin list-orgs shows them all.',
  })
}

/** `quota` is the override; null means the plan's. */
export function organizationDocument({ id, name, slug, plan, quotaOverride }: Organization) {
  return { id, name, slug, plan, quota: quotaOverride }
}

/** `1,000 units a month` */
export function quotaText({ plans }: AdminSettings, { plan, quotaOverride }: Organization): string {
  const limit = quotaOverride ?? plans.get(plan)?.units
  if (limit === undefined) return 'nothing, as the settings know no such plan'
  return limit === null ? 'no limit' : `${count(limit, 'unit')} a month`
}
