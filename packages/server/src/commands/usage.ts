// `kiosk usage`: what the key's organization spent this month.
import { Kiosk, KioskError, type Usage } from '@kiosk/sdk'
import { CommandFailure, count, table } from '../cli-output.ts'
import { readBaseUrl } from '../config.ts'
import { findKey } from './client-key.ts'
import { defineCommand, jsonOption } from './command.ts'

export const usageCommand = defineCommand({
  name: 'usage',
  summary: 'Show what was spent this month, and what is left. Costs nothing.',
  options: { json: jsonOption },
  details:
    'The key comes from KIOSK_API_KEY, else from the file guest-key in KIOSK_DATA_DIR. The gateway is asked at KIOSK_BASE_URL.',
  examples: ['kiosk usage', 'kiosk usage --json | jq .quota.remaining'],
  async run({ values }, terminal) {
    const baseUrl = readBaseUrl(terminal.env)
    const apiKey = (await findKey(baseUrl, terminal)) ?? undefined
    const usage = await new Kiosk({ baseUrl, apiKey }).usage().catch((error: unknown) => {
      throw error instanceof KioskError ? failureOf(error) : error
    })
    terminal.print(values.json ? JSON.stringify(usage) : shown(usage))
    return undefined
  },
})

function failureOf({ code, message, requestId }: KioskError): CommandFailure {
  return new CommandFailure(`${code}: ${message}`, {
    code,
    ...(code === 'UNAUTHORIZED' && { advice: 'Set KIOSK_API_KEY to a key of this gateway.' }),
    document: { error: { code, message, ...(requestId !== undefined && { requestId }) } },
  })
}

function shown({ organization, period, quota, operations }: Usage): string {
  const { limit, used, remaining, resetsAt } = quota
  const left =
    limit === null || remaining === null
      ? 'no limit'
      : `${remaining.toLocaleString('en-US')} of ${count(limit, 'unit')} left until ${resetsAt.slice(0, 10)}`
  const rows = operations.map(({ slug, calls, units, cacheHits }) => [slug, ...[calls, units, cacheHits].map(String)])
  return [
    `${organization.name} (plan ${organization.plan}), ${period}: ${count(used, 'unit')} spent, ${left}.`,
    ...(rows.length === 0 ? [] : [table(['OPERATION', 'CALLS', 'UNITS', 'FROM CACHE'], rows)]),
  ].join('\n\n')
}
