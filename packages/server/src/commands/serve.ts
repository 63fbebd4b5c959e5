import { type Terminal, UsageError } from '../cli-output.ts'
import { defineCommand } from './command.ts'
import { readServiceConfig } from './service-settings.ts'

const roles = ['engine', 'app', 'all'] as const

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Run the gateway: the engine (operations) and the app (dashboard, accounts, catalog documents).',
  options: {
    role: {
      value: 'engine|app|all',
      says: 'Run one half only, so that they scale and fail apart. Default: all, in one process.',
    },
    sandbox: { says: 'Answer from built-in examples in place of the internet: nothing leaves this machine.' },
  },
  details: [
    'Data lives in KIOSK_DATA_DIR (./data). The first start makes a guest key and prints a call to try it with.',
    'SIGTERM and SIGINT (Ctrl-C) finish what runs, at most 30 seconds, and stop; a second one stops at once.',
  ].join('\n'),
  examples: [
    'kiosk serve --sandbox',
    'KIOSK_DATA_DIR=/var/lib/kiosk KIOSK_ENGINE_HOST=0.0.0.0 kiosk serve --role engine',
  ],
  async run({ values }, terminal) {
    const role = roles.find((name) => name === (values.role ?? 'all'))
    if (role === undefined) throw new UsageError(`--role is ${roles.join(', ')}; there is no ${values.role}.`, 'serve')
    const { config, warnings } = await readServiceConfig(terminal.env, { sandbox: values.sandbox })
    for (const warning of warnings) terminal.note(`warning: ${warning}`)
    const leave = untilSignal(terminal)
    const { serve } = await import('../serve.ts')
    try {
      const server = await serve(config, { role, sandbox: values.sandbox })
      await leave
      await server.close()
    } finally {
      // Everything is settled here, or the start failed half-way. What still holds a handle must not hold the process.
      setTimeout(() => process.exit(), 1_000).unref()
    }
    return 0
  },
})

/** Resolves on the first signal; the second one ends the process. */
function untilSignal(terminal: Terminal): Promise<void> {
  return new Promise((resolve) => {
    let asked = false
    const onSignal = () => {
      if (asked) process.exit(1)
      asked = true
      terminal.note('Stopping: what runs is finished first (at most 30 s; press Ctrl-C again to stop at once).')
      resolve()
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
}
