// A whole gateway as `kiosk serve --sandbox` starts it, with its dashboard open to a real browser.
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { findBrowser } from '@kiosk/browser'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { dashboardFolder } from '../../../src/app-http/dashboard-files.ts'
import { deployEmbedded, type EmbeddedDeployment } from '../../gateway/support/deployment.ts'
import { Gateway } from '../../gateway/support/gateway.ts'
import { KioskProcess } from '../../gateway/support/kiosk-process.ts'

export interface Installation {
  /** The engine, or both roles where they share a process. */
  readonly gateway: Gateway<EmbeddedDeployment>
  readonly appUrl: string
  readonly browser: Browser
}

export interface InstallationOptions {
  /** Engine and app as processes of their own, so that one can be away. */
  readonly isSplit?: boolean
  /** More settings; asked for when it starts. */
  readonly env?: () => Readonly<Record<string, string>>
}

/** Rates are no subject here, and people in tests are quicker than people. */
const PLANS = JSON.stringify({
  free: { units: 1_000, ratePerSec: 1_000 },
  guest: { units: 200, ratePerSec: 1_000 },
})

/** Far more than a flow takes; its own waits end sooner and say for what they waited. */
const TEST_MS = 60_000

const executablePath = await findBrowser(process.env.KIOSK_BROWSER_PATH ?? null, process.env)

/** One gateway and one browser for all tests of a file. @returns them, for use inside of tests */
export function useInstallation(options: InstallationOptions = {}): () => Installation {
  let opened: (Installation & AsyncDisposable) | null = null
  vi.setConfig({ testTimeout: TEST_MS })
  beforeEach(({ skip }) => skip(executablePath === null, 'no browser was found; KIOSK_BROWSER_PATH names one'))
  beforeAll(async () => {
    if (executablePath !== null) opened = await openInstallation(executablePath, options)
  }, 60_000)
  afterAll(() => opened?.[Symbol.asyncDispose]())
  return () => {
    if (opened === null) throw new Error('the installation is used before the tests began')
    return opened
  }
}

async function openInstallation(executable: string, { isSplit = false, env }: InstallationOptions) {
  await access(join(dashboardFolder(), 'index.html')).catch(() => {
    throw new Error('the dashboard is not built; script/bootstrap builds it')
  })
  const opened = new AsyncDisposableStack()
  try {
    const gateway = await Gateway.start({
      deploy: deployEmbedded,
      args: ['--sandbox', ...(isSplit ? ['--role', 'engine'] : [])],
      env: { KIOSK_APP_PORT: '0', KIOSK_PLANS: PLANS, ...browserSetting(), ...env?.() },
    })
    opened.defer(() => gateway.close())
    const appUrl = isSplit ? await startApp(gateway, opened) : addressOfApp(gateway.stdout)
    if (appUrl === null) throw new Error(`the gateway names no app: ${gateway.stdout}`)
    const browser = await chromium.launch({
      executablePath: executable,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    })
    opened.defer(() => browser.close())
    return { gateway, appUrl, browser, [Symbol.asyncDispose]: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** The app beside a running engine. @param opened gets its end */
async function startApp(gateway: Gateway<EmbeddedDeployment>, opened: AsyncDisposableStack): Promise<string> {
  const env = { ...gateway.env, KIOSK_ENGINE_PORT: String(gateway.port) }
  const app = new KioskProcess(['serve', '--role', 'app', '--sandbox'], env)
  opened.defer(async () => {
    app.kill('SIGTERM')
    await app.exited()
  })
  return app.output(addressOfApp)
}

function addressOfApp(stdout: string): string | null {
  return /^App\s+(http:\S+)$/m.exec(stdout)?.[1] ?? null
}

function browserSetting(): Record<string, string> {
  const { KIOSK_BROWSER_PATH } = process.env
  return KIOSK_BROWSER_PATH === undefined ? {} : { KIOSK_BROWSER_PATH }
}
