// A stand-in for third parties, in the test's own process: every answer and every delay is in the hands of the test.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.ts'

export type Reply = (request: IncomingMessage, response: ServerResponse) => void

/** Requests that wait for the test's word. */
export interface Gate {
  /** Resolves when `count` requests wait here, or waited. */
  arrived(count?: number): Promise<void>
  /** Resolves when the gateway gave up `count` of them. */
  givenUp(count?: number): Promise<void>
  /** Answers those that wait, and lets later ones through. */
  open(): void
}

export interface Upstream {
  /** Settings that lead the gateway here. */
  readonly env: Readonly<Record<string, string>>
  /** Requests so far about the thing with this name: an article's title, a package, a repository. */
  hits(name: string): number
  /** Answers requests about `name` by `reply` from now on. */
  script(name: string, reply: Reply): void
  /** Lets requests about `name` wait; a provider's name: everything that is asked of it. */
  hold(name: string): Gate
  close(): Promise<void>
}

/** Providers by the door they are reached through; the first path segment tells them apart. */
const DOORS = [['encyclopedia', 'codehost'], ['pkgindex']] as const

export async function startUpstream(): Promise<Upstream> {
  const hits = new Map<string, number>()
  const scripts = new Map<string, Reply>()
  const gates = new Map<string, HeldRequests>()
  const handler: Reply = (request, response) => {
    request.resume()
    const url = request.url ?? '/'
    const name = nameOf(url)
    hits.set(name, (hits.get(name) ?? 0) + 1)
    const answer = () => (scripts.get(name) ?? usualReply)(request, response)
    const gate = gates.get(name) ?? gates.get(providerOf(url))
    if (gate === undefined) answer()
    else gate.add(response, answer)
  }
  const env: Record<string, string> = {}
  const servers = await Promise.all(
    DOORS.map(async (providers) => {
      const server = createServer(handler)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      for (const name of providers) env[`KIOSK_UPSTREAM_${name.toUpperCase()}`] = `http://127.0.0.1:${port}/${name}`
      return server
    }),
  )
  return {
    env,
    hits: (name) => hits.get(name) ?? 0,
    script: (name, reply) => void scripts.set(name, reply),
    hold(name) {
      const gate = new HeldRequests(() => gates.delete(name))
      gates.set(name, gate)
      return gate
    },
    async close() {
      await Promise.all(servers.map(closeServer))
    },
  }
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeAllConnections()
  await closed
}

class HeldRequests implements Gate {
  readonly #onOpen: () => void
  readonly #waiting: (() => void)[] = []
  #arrived = 0
  #givenUp = 0

  constructor(onOpen: () => void) {
    this.#onOpen = onOpen
  }

  add(response: ServerResponse, answer: () => void): void {
    this.#arrived += 1
    this.#waiting.push(answer)
    response.once('close', () => {
      if (!response.writableEnded) this.#givenUp += 1
    })
  }

  async arrived(count = 1): Promise<void> {
    await until(`${count} requests at the upstream`, () => (this.#arrived >= count ? true : null), { everyMs: 5 })
  }

  async givenUp(count = 1): Promise<void> {
    await until(`${count} requests given up`, () => (this.#givenUp >= count ? true : null), { everyMs: 5 })
  }

  open(): void {
    this.#onOpen()
    for (const answer of this.#waiting.splice(0)) answer()
  }
}

/** A fixed answer. */
export function replyWith(
  status: number,
  body: string | object,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(text)
  }
}

/** Breaks the connection in place of an answer. */
export const reset: Reply = (request) => void request.socket.resetAndDestroy()

function providerOf(url: string): string {
  return url.split('/')[1] ?? ''
}

function nameOf(url: string): string {
  const segments = new URL(url, 'http://upstream.test').pathname.split('/').filter((part) => part !== '')
  switch (segments[0]) {
    case 'pkgindex':
      return decodeURIComponent(segments[2] ?? '')
    case 'codehost':
      return decodeURIComponent(segments[3] ?? '')
    default:
      return decodeURIComponent(segments.at(-1) ?? '')
  }
}

const usualReply: Reply = (request, response) => {
  const url = request.url ?? '/'
  const name = nameOf(url)
  const body = url.startsWith('/pkgindex/')
    ? packageDocument(name)
    : url.startsWith('/codehost/')
      ? [contributor('ana-example')]
      : articleDocument(name)
  replyWith(200, body)(request, response)
}

/** What the encyclopedia says of an invented article. */
function articleDocument(title: string): object {
  return {
    title,
    lang: 'en',
    extract: `${title} is an invented place.`,
    extract_html: `<p>${title} is an invented place.</p>`,
    content_urls: { desktop: { page: `https://en.wikipedia.org/wiki/${encodeURIComponent(title)}` } },
    revision: '1001',
    timestamp: '2026-05-01T10:00:00Z',
  }
}

/** What the package index says of an invented package. */
export function packageDocument(name: string, info: Readonly<Record<string, unknown>> = {}): object {
  return {
    info: { name, version: '1.2.3', summary: 'An invented package.', ...info },
    releases: { '1.2.3': [{ upload_time_iso_8601: '2026-05-01T10:00:00.000000Z' }] },
    urls: [],
  }
}

/** One contributor as the code host lists it. */
export function contributor(login: string): object {
  return { id: 7, type: 'User', login, html_url: null, avatar_url: null, contributions: 3 }
}
