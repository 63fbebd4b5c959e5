// `kiosk doctor`: looks at everything the gateway needs and says what to do about what is missing.
import { exitCodes, table } from '../cli-output.ts'
import { ConfigError } from '../config.ts'
import { defineCommand, jsonOption } from './command.ts'
import { checkBrowser, checkFonts } from './doctor/browser-checks.ts'
import type { Check } from './doctor/check.ts'
import { checkDataDir, checkDisk, checkNode, checkPort, checkStore } from './doctor/machine-checks.ts'
import { checkNetwork } from './doctor/network-checks.ts'
import { readServiceConfig } from './service-settings.ts'

const words = { ok: 'ok', warn: 'look', fail: 'FAIL' } as const

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check settings, data, ports, internet, upstreams and browser, and say what to do.',
  options: { json: jsonOption },
  details:
    'Exit code 1 when something is missing that the gateway needs; what only some operations need is worth a look.',
  examples: ['kiosk doctor'],
  async run({ values }, terminal) {
    const checks = await examine(terminal.env)
    const ok = checks.every(({ status }) => status !== 'fail')
    if (values.json) terminal.print(JSON.stringify({ ok, checks }))
    else {
      terminal.print(
        table(
          [],
          checks.map(({ name, status, found }) => [words[status], name, found]),
        ),
      )
      const todo = checks.filter((check) => check.todo !== undefined)
      if (todo.length > 0)
        terminal.print(`\nWhat to do:\n${todo.map(({ name, todo }) => `  ${name}: ${todo}`).join('\n')}`)
    }
    return ok ? exitCodes.done : exitCodes.failed
  },
})

async function examine(env: Parameters<typeof readServiceConfig>[0]): Promise<Check[]> {
  try {
    const { config, warnings } = await readServiceConfig(env)
    const settings: Check[] =
      warnings.length === 0
        ? [{ name: 'settings', status: 'ok', found: 'every KIOSK_ variable is known and well-formed' }]
        : warnings.map((found) => ({ name: 'settings', status: 'warn', found }))
    const checks = await Promise.all([
      checkNode(),
      checkDataDir(config.dataDir),
      checkDisk(config.dataDir),
      checkStore(config.dataDir),
      checkPort('engine', config.engineHost, config.enginePort),
      checkPort('app', config.appHost, config.appPort),
      checkBrowser(config, env),
      checkFonts(),
      checkNetwork(config),
    ])
    return [...settings, ...checks.flat()]
  } catch (error) {
    // Without settings nothing else can be looked at: where the data lives and what may be reached is in them.
    const problems =
      error instanceof ConfigError ? error.problems : [error instanceof Error ? error.message : String(error)]
    return problems.map((found) => ({
      name: 'settings',
      status: 'fail',
      found,
      todo: 'correct it; docs/configuration.md lists all settings',
    }))
  }
}
