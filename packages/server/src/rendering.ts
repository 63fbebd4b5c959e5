// The renderer of this process, made when the first page is to be rendered.
import { findBrowser, loadRenderer, type Renderer } from '@kiosk/browser'
import type { Browser, Secret } from '@kiosk/catalog'
import type { Egress } from '@kiosk/egress'
import type { Logger } from 'pino'
import { type Config, processEnvironment } from './config.ts'

export interface RenderingParts {
  readonly config: Pick<Config, 'browserPath' | 'browserUrl' | 'browserFilterHost' | 'dataDir'>
  readonly egress: Egress
  readonly logger: Logger
  readonly isSandbox: boolean
}

export interface Rendering {
  /** Browser of one call. */
  forCall(call: { readonly signal: AbortSignal; readonly proxy: Secret | null }): Browser
  /** Ends the browser, if one runs. */
  close(): Promise<void>
}

export function createRendering(parts: RenderingParts): Rendering {
  let made: Promise<Renderer> | undefined
  const renderer = () => {
    made ??= makeRenderer(parts)
    return made
  }
  return {
    forCall: (call) => ({
      screenshot: async (request) => (await renderer()).forCall(call).screenshot(request),
      pdf: async (request) => (await renderer()).forCall(call).pdf(request),
    }),
    async close() {
      await (await made)?.close()
    },
  }
}

function makeRenderer({ config, egress, logger, isSandbox }: RenderingParts): Promise<Renderer> {
  const environment = processEnvironment()
  return loadRenderer({
    findExecutable: () => findBrowser(config.browserPath, environment),
    remote: config.browserUrl === null ? null : { url: config.browserUrl, filterHost: config.browserFilterHost },
    openFilter: (options) => egress.openFilter(options),
    dataDir: config.dataDir,
    environment,
    warn: (message) => logger.warn(message),
    sandboxRoute: isSandbox,
  })
}
