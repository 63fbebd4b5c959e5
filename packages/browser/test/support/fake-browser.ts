// A browser that answers what a test says, and nothing else. It draws nothing.
import { join } from 'node:path'
import { type MadeExecutable, makeExecutable } from './executable.ts'

/** What is said by command: whole messages, with `$id` for the command's own; `exit` ends the browser. */
export type Script = Readonly<Record<string, readonly string[]>>

const VERSION = { product: 'HeadlessChrome/1.2.3.4', userAgent: 'Mozilla/5.0 HeadlessChrome/1.2.3.4' }
/** What makes a browser seem to have started. */
export const GREETING: Script = {
  'Browser.getVersion': [`{"id":$id,"result":${JSON.stringify(VERSION)}}`],
  'Target.setDiscoverTargets': ['{"id":$id,"result":{}}'],
}

const event = (method: string, params: object) => JSON.stringify({ method, sessionId: 'S', params })

/** What makes a browser seem to show a page of this height; it has no picture of it. */
export function showingPage(height: number): Script {
  const loaded = { frameId: 'F', loaderId: 'L' }
  const results: Readonly<Record<string, object>> = {
    'Target.createBrowserContext': { browserContextId: 'C' },
    'Target.createTarget': { targetId: 'F' },
    'Target.attachToTarget': { sessionId: 'S' },
    'Page.getLayoutMetrics': { cssContentSize: { width: 400, height } },
    'Page.createIsolatedWorld': { executionContextId: 1 },
    'Runtime.evaluate': { result: { value: true } },
  }
  const silent = [
    ...['Target.disposeBrowserContext', 'Browser.setDownloadBehavior', 'Page.enable', 'Page.setLifecycleEventsEnabled'],
    ...['Network.enable', 'Network.setBypassServiceWorker', 'Network.setUserAgentOverride', 'Inspector.enable'],
    ...['Emulation.setDeviceMetricsOverride'],
  ]
  const answers = [...Object.entries(results), ...silent.map((method) => [method, {}] as const)]
  const script = answers.map(([method, result]) => [method, [`{"id":$id,"result":${JSON.stringify(result)}}`]] as const)
  const frame = { id: 'F', loaderId: 'L', url: 'http://site.example.test/' }
  return {
    ...GREETING,
    ...Object.fromEntries(script),
    'Page.navigate': [
      `{"id":$id,"result":${JSON.stringify(loaded)}}`,
      event('Page.frameNavigated', { frame }),
      event('Page.lifecycleEvent', { ...loaded, name: 'load' }),
    ],
  }
}

export function makeFakeBrowser(script: Script): Promise<MadeExecutable> {
  const program = join(import.meta.dirname, 'fake-browser-process.ts')
  return makeExecutable('chrome-headless-shell', [process.execPath, program, JSON.stringify(script)])
}
