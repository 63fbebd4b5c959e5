// Browsers on this machine.
import { notConfigured, OperationError } from '@kiosk/catalog'
import type { Connection } from '../cdp/connection.ts'
import { isExecutable, type Variables } from '../find-browser.ts'
import { type Executable, resolveExecutable } from '../process/executable.ts'
import { launchBrowser } from '../process/launch.ts'
import { privateBytes } from '../process/process-table.ts'
import { reapOrphans } from '../process/profiles.ts'
import type { Host, HostSource } from './host.ts'

export interface LocalOptions {
  /** Path of the browser, looked for before the first render; null when there is none. */
  readonly findExecutable: () => Promise<string | null>
  /** Folder for what browsers keep while they run. */
  readonly profiles: string
  readonly environment: Variables
  /** Something an operator should know. */
  readonly warn: (message: string) => void
}

/** A renderer of more is a bomb: `ulimit` bounds its data, this what else it has. */
const MAX_RENDERER_BYTES = 1_700_000_000
const WATCH_INTERVAL_MS = 500

export function createLocalSource(options: LocalOptions): HostSource {
  let prepared: Promise<Executable> | null = null
  const prepare = async (): Promise<Executable> => {
    const path = await options.findExecutable()
    if (path === null || !(await isExecutable(path))) {
      const found = path === null ? 'No browser was found' : 'There is no browser at KIOSK_BROWSER_PATH'
      throw notConfigured(
        `${found}: install chromium-headless-shell (or Chromium, or Chrome), or set KIOSK_BROWSER_PATH to one.`,
      )
    }
    const ended = await reapOrphans(options.profiles)
    if (ended > 0) options.warn(`${ended} browsers of a gateway that was killed were ended`)
    return resolveExecutable(path)
  }
  return {
    count: 1,
    isReplaceable: true,
    filter: async () => ({}),
    async open(_place, signal) {
      prepared ??= prepare()
      try {
        return await openLocal(await prepared, options, signal)
      } catch (error) {
        // What is missing may be installed while the gateway runs, and what was there may have moved.
        prepared = null
        throw error
      }
    },
  }
}

async function openLocal(
  executable: Executable,
  { profiles, environment, warn }: LocalOptions,
  signal: AbortSignal,
): Promise<Host> {
  const browser = await launchBrowser({ executable, profiles, environment, signal }).catch((error: unknown) => {
    if (!signal.aborted) warn(error instanceof Error ? error.message : String(error))
    throw new OperationError('SERVICE_UNAVAILABLE', 'The browser does not start; the log says why.', { cause: error })
  })
  if (!browser.hasSandbox)
    warn('the browser runs without its sandbox (the gateway is root, or user namespaces are off)')
  const { connection } = browser
  const watch = createWatch(connection)
  connection.closed.then(watch.stop)
  return {
    connection,
    identity: browser.identity,
    async memoryBytes() {
      const sizes = await Promise.all((await listProcesses(connection)).map(({ id }) => privateBytes(id)))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    setBusy: (isBusy) => (isBusy ? watch.start() : watch.stop()),
    async end() {
      watch.stop()
      await browser.end()
    },
  }
}

/** Ends a renderer that takes too much; its page hears of it as a crash. */
function createWatch(connection: Connection) {
  let timer: NodeJS.Timeout | undefined
  const check = async () => {
    for (const { id, type } of await listProcesses(connection)) {
      if (type === 'renderer' && (await privateBytes(id)) > MAX_RENDERER_BYTES) process.kill(id, 'SIGKILL')
    }
  }
  return {
    start() {
      clearInterval(timer)
      timer = setInterval(() => check().catch(() => {}), WATCH_INTERVAL_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

async function listProcesses({ root }: Connection) {
  const { processInfo } = await root.send('SystemInfo.getProcessInfo', {})
  return processInfo
}
