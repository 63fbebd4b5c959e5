// A renderer over real egress, with a data folder of its own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PdfRequest } from '@kiosk/catalog'
import { createAllowList, createEgress, type Lookup } from '@kiosk/egress'
import { createRenderer, type Renderer, type RendererOptions } from '../../src/renderer.ts'
import { executablePath } from './executable.ts'

export interface Rendering extends AsyncDisposable {
  readonly renderer: Renderer
  /** Folder of the gateway's data. */
  readonly dataDir: string
  readonly warnings: readonly string[]
}

interface RenderingOptions extends Partial<RendererOptions> {
  /** `host:port` pairs that may be reached. */
  readonly allow: readonly string[]
  readonly lookup: Lookup
}

/** The deadline of a call, as the engine sets it. */
export const CALL_LIMIT_MS = 25_000

/** A document on A4, as it comes. */
export const usualPdf: Omit<PdfRequest, 'source'> = {
  media: 'screen',
  scale: 1,
  paper: { widthIn: 8.27, heightIn: 11.69 },
  marginIn: { top: 0, right: 0, bottom: 0, left: 0 },
  landscape: false,
  waitUntil: 'load',
  pageRanges: null,
  printBackground: true,
}

export async function openRendering({ allow, lookup, ...options }: RenderingOptions): Promise<Rendering> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kiosk-browser-'))
  const egress = createEgress({
    allow: createAllowList(allow.join(',')),
    overrides: () => null,
    userAgent: 'browser-tests',
    lookup,
  })
  const warnings: string[] = []
  const renderer = createRenderer({
    executablePath,
    dataDir,
    openFilter: (filter) => egress.openFilter(filter),
    environment: process.env,
    warn: (message) => warnings.push(message),
    ...options,
  })
  return {
    renderer,
    dataDir,
    warnings,
    async [Symbol.asyncDispose]() {
      await renderer.close()
      await egress.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
