import { CommandFailure, table, UsageError } from '../../cli-output.ts'
import { didYouMean } from '../../config/nearest.ts'
import { defineCommand, jsonOption } from '../command.ts'
import { adminOf, adminOptions, withAccounts } from './accounts.ts'
import { type AdminSettings, organizationBySlug, organizationDocument, quotaText, withDirectory } from './directory.ts'

const MAX_NAME_LENGTH = 100

export const createOrgCommand = defineCommand({
  name: 'admin create-org',
  summary: 'Make an organization; prints its slug.',
  options: {
    name: { value: 'NAME', required: true, says: 'Its name; the slug is made from it.' },
    plan: { value: 'PLAN', required: true, says: 'guest, free, team, business, unlimited, or one of KIOSK_PLANS.' },
    quota: { value: 'UNITS', says: "Units a month in place of the plan's." },
    'admin-email': { value: 'EMAIL', says: 'Who signs in to it as its admin.' },
    'admin-password': {
      value: 'PASSWORD',
      says: 'For a new account, 8 to 128 characters; other users may see it while this runs.',
    },
    json: jsonOption,
  },
  details:
    'With --admin-email, an account that is there already keeps its password and becomes the admin; else one is made with --admin-password.',
  examples: [
    'kiosk admin create-org --name "Acme Tools" --plan team',
    'kiosk admin create-org --name "Acme Tools" --plan team --admin-email ada@example.test --admin-password "$PASSWORD"',
  ],
  async run({ values }, terminal) {
    const name = nameOf(values.name, 'admin create-org')
    const quotaOverride = quotaOf(values.quota, 'admin create-org')
    const options = adminOptions(values)
    return withDirectory(terminal, async (directory, settings) => {
      requirePlan(settings, values.plan)
      const make = () => directory.createOrganization({ name, plan: values.plan, quotaOverride })
      const made =
        options === null
          ? await make()
          : await withAccounts(settings, async (accounts) => {
              // First, so that a missing password leaves no organization behind.
              const admin = await adminOf(accounts, options)
              const organization = await make()
              await accounts.addFirstAdmin(organization, admin)
              return organization
            })
      terminal.print(values.json ? JSON.stringify(organizationDocument(made)) : made.slug)
      terminal.note(`Made ${made.name} on the plan ${made.plan}: ${quotaText(settings, made)}.`)
      if (options !== null) terminal.note(`${options.email} signs in as its admin.`)
      terminal.note(`Next, a key for it: kiosk admin create-key --org ${made.slug} --name first`)
    })
  },
})

export const listOrgsCommand = defineCommand({
  name: 'admin list-orgs',
  summary: 'List the organizations.',
  options: { json: jsonOption },
  examples: ['kiosk admin list-orgs'],
  run: ({ values }, terminal) =>
    withDirectory(terminal, async (directory, settings) => {
      const found = await directory.listOrganizations()
      if (values.json) {
        const rows = found.map((organization) => {
          const { withheld, expiresAt } = organization
          return { ...organizationDocument(organization), withheld, expiresAt }
        })
        return terminal.print(JSON.stringify(rows))
      }
      if (found.length === 0) return terminal.note('There is no organization yet; kiosk admin create-org makes one.')
      const rows = found.map((organization) => [
        organization.slug,
        organization.plan,
        quotaText(settings, organization),
        organization.name,
      ])
      terminal.print(table(['SLUG', 'PLAN', 'QUOTA', 'NAME'], rows))
    }),
})

export const setPlanCommand = defineCommand({
  name: 'admin set-plan',
  summary: 'Change the plan of an organization.',
  options: {
    org: { value: 'SLUG', required: true, says: 'The organization.' },
    plan: { value: 'PLAN', required: true, says: 'guest, free, team, business, unlimited, or one of KIOSK_PLANS.' },
    quota: { value: 'UNITS', says: "Units a month in place of the plan's; without it, the plan's count." },
    json: jsonOption,
  },
  examples: ['kiosk admin set-plan --org acme-tools --plan team --quota 80000'],
  async run({ values }, terminal) {
    const quotaOverride = quotaOf(values.quota, 'admin set-plan')
    return withDirectory(terminal, async (directory, settings) => {
      requirePlan(settings, values.plan)
      await organizationBySlug(directory, values.org)
      const changed = await directory.setPlan(values.org, values.plan, quotaOverride)
      if (values.json) terminal.print(JSON.stringify(organizationDocument(changed)))
      terminal.note(`${changed.name} is on the plan ${changed.plan} now: ${quotaText(settings, changed)}.`)
    })
  },
})

/** A name as people write it. Throws `UsageError`. */
export function nameOf(text: string, command: string): string {
  const name = text.trim()
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name
  throw new UsageError(`--name is a text of 1 to ${MAX_NAME_LENGTH} characters.`, command)
}

function quotaOf(text: string | undefined, command: string): number | null {
  if (text === undefined) return null
  const units = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(units)) return units
  throw new UsageError('--quota is a whole number of units, 0 or more.', command)
}

function requirePlan({ plans }: AdminSettings, plan: string): void {
  if (plans.has(plan)) return
  const names = [...plans.keys()]
  throw new CommandFailure(`There is no plan ${JSON.stringify(plan)}.${didYouMean(plan, names)}`, {
    code: 'UNKNOWN_PLAN',
    advice: `Plans: ${names.join(', ')}. KIOSK_PLANS adds others.`,
  })
}
