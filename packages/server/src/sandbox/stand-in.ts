// One HTTP server in place of every upstream: it answers by the host header from the fixtures.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Exchange, Operation } from '@kiosk/catalog'
import type { Route } from '@kiosk/egress'
import { Answers, exchangesInOrder } from './answers.ts'
import { loadFixtures } from './load-fixtures.ts'

/** Headers of a fixture that would belie the bytes that are sent. */
const FRAMING = new Set(['connection', 'content-encoding', 'content-length', 'transfer-encoding'])

export interface Sandbox {
  /** Where a connection to a host goes: always to the stand-in, in plain TCP, whatever the scheme. The request keeps its host header. */
  readonly route: Route
  close(): Promise<void>
}

/** Starts the stand-in on a free port of 127.0.0.1, with the fixtures of these operations.
 * @param now fills the templates of time; default the real clock
 * @throws TypeError when a fixture is wrong */
export async function startSandbox(
  operations: readonly Operation[],
  now: () => Date = () => new Date(),
): Promise<Sandbox> {
  const exhibits = await loadFixtures(operations)
  const { port, close } = await startStandIn(exchangesInOrder(exhibits), now)
  return { route: () => ({ host: '127.0.0.1', port }), close }
}

/** @param exchanges the first that matches a request answers it */
export async function startStandIn(exchanges: readonly Exchange[], now: () => Date) {
  const answers = new Answers(exchanges)
  const server = createServer((request, response) => {
    // Only a client that leaves in the middle of its body ends here; nobody is left to tell.
    answer(answers, now(), request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the stand-in has no port')
  return {
    port: address.port,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(answers: Answers, now: Date, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await buffer(request)).toString()
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
  const address = `//${request.headers.host ?? ''}${request.url ?? '/'}`
  const found = URL.canParse(`https:${address}`)
    ? answers.find({ method: request.method ?? 'GET', url: address, headers, body }, now)
    : undefined
  if (found === undefined) {
    // Egress knows this mark and makes `NOT_FOUND` of it, so that no adapter takes the 404 for the upstream's word.
    response.writeHead(404, { 'x-kiosk-sandbox': 'unknown', 'content-type': 'text/plain; charset=utf-8' })
    response.end('The sandbox has no answer to this request.\n')
    return
  }
  response.statusCode = found.status
  for (const [name, value] of Object.entries(found.headers)) if (!FRAMING.has(name)) response.setHeader(name, value)
  response.end(found.body)
}
