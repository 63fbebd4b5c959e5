// Pages through HTTP, as callers get them: each is fetched from a local site and comes back as Markdown, two at a time.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startGateway } from '../gateway.ts'
import { startServer } from '../servers.ts'
import { residentKb } from '../start.ts'
import type { BenchPage } from './pages.ts'

export interface HttpRun {
  /** Markdown by id of the page; empty where it was refused. */
  readonly markdown: ReadonlyMap<string, string>
  readonly perSec: number
  /** Milliseconds of each call. */
  readonly times: readonly number[]
  /** The most there was. */
  readonly residentMb: number
  /** Error codes with how often they came. */
  readonly refusals: ReadonlyMap<string, number>
}

/** Something that fetches a page and converts it, behind HTTP. */
export interface HttpConverter {
  /** @returns the body of the answer and how long it took */
  convert(url: string): Promise<{ readonly body: string; readonly ms: number }>
  residentMb(): number
  stop(): Promise<void>
}

export const CONNECTIONS = 2

/** The whole gateway, as an operator starts it.
 * @param port of the site, the one private address that it may reach */
export async function openGateway(port: number, mode: 'article' | 'full'): Promise<HttpConverter> {
  const gateway = await startGateway({ KIOSK_EGRESS_ALLOW: `127.0.0.1:${port}` })
  return {
    async convert(url) {
      const { bytes, ms } = await gateway.call('fetch-markdown.post', { url, mode, maxChars: 1_000_000 })
      return { body: bytes.toString(), ms }
    },
    residentMb: gateway.residentMb,
    stop: gateway.stop,
  }
}

/** linkedom, Readability and Turndown in a process of their own. */
export async function openReadability(): Promise<HttpConverter> {
  const server = await startServer('readability')
  return {
    async convert(url) {
      const begun = performance.now()
      const response = await fetch(server.url, { method: 'POST', body: JSON.stringify({ url }) })
      return { body: await response.text(), ms: performance.now() - begun }
    },
    residentMb: () => residentKb(Number(server.facts.pid)) / 1024,
    stop: server.stop,
  }
}

/** Runs all pages twice and measures the second round: a service that runs, not one that still compiles itself. Stops the
 * converter.
 * @param open is given the port of the site */
export async function measureOverHttp(
  pages: readonly BenchPage[],
  open: (port: number) => Promise<HttpConverter>,
): Promise<HttpRun> {
  const site = await serve(pages)
  const converter = await open(site.port)
  try {
    const base = `http://127.0.0.1:${site.port}/`
    await runOnce(converter, pages, `${base}warm-up/`)
    return await runOnce(converter, pages, base)
  } finally {
    await converter.stop()
    site.close()
  }
}

async function runOnce(converter: HttpConverter, pages: readonly BenchPage[], base: string): Promise<HttpRun> {
  const markdown = new Map<string, string>()
  const refusals = new Map<string, number>()
  const times: number[] = []
  const rest = pages.values()
  const begun = performance.now()
  let residentMb = 0
  const work = async () => {
    for (const { id } of rest) {
      const { body, ms } = await converter.convert(base + encodeURIComponent(id))
      times.push(ms)
      const answer = JSON.parse(body) as { markdown?: string; error?: { code: string } }
      if (answer.error) refusals.set(answer.error.code, (refusals.get(answer.error.code) ?? 0) + 1)
      markdown.set(id, answer.markdown ?? '')
      residentMb = Math.max(residentMb, converter.residentMb())
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return { markdown, perSec: (pages.length * 1000) / (performance.now() - begun), times, residentMb, refusals }
}

/** Any path ends with the id of a page. */
async function serve(pages: readonly BenchPage[]): Promise<{ port: number; close(): void }> {
  const html = new Map(pages.map((page) => [encodeURIComponent(page.id), Buffer.from(page.html)]))
  const server = createServer((request, response) => {
    const body = html.get(request.url?.split('/').at(-1) ?? '')
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
