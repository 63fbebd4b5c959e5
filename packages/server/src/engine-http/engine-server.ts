// The engine's HTTP surface. Node's own server and one Map: the path of a call is too short for a framework to earn its cost.
import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { OperationError, type Secret } from '@kiosk/catalog'
import type { CallResponse, Engine } from '@kiosk/engine'
import { parserError, unknownExpectation, writeRaw } from '../raw-errors.ts'
import { drain, IncomingCall } from './incoming.ts'
import type { Metrics } from './metrics.ts'
import { Outbox } from './outbox.ts'
import { COMMON_HEADERS, PREFLIGHT_HEADERS, reply } from './reply.ts'
import { Turns } from './turns.ts'

const MAX_HEADER_BYTES = 16 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000
const KEEP_ALIVE_MS = 65_000

export interface EngineServerDeps {
  readonly engine: Engine
  readonly metrics: Metrics
  readonly metricsToken: Secret | null
  /** Catalog document, JSON. */
  readonly catalog: () => Uint8Array
  /** Store and drain state for `/readyz`. */
  readonly readiness: () => Promise<{ ready: boolean; checks: Readonly<Record<string, string>> }>
  /** Members of `/healthz`. */
  readonly about: Readonly<Record<string, unknown>>
  /** Headers put on every answer, such as the sandbox's mark. */
  readonly marks: Readonly<Record<string, string>>
  /** True while the server stops: connections end with their answer. */
  readonly isDraining: () => boolean
}

type Respond = (answer: CallResponse) => void
type Route = (request: IncomingMessage, response: ServerResponse, respond: Respond) => void | Promise<void>

/** A server that is not listening yet. */
export function createEngineServer(deps: EngineServerDeps): Server {
  const { engine, marks } = deps
  const routes = createRoutes(deps)
  const outbox = new Outbox()
  const turns = new Turns()
  const refuse = (socket: Duplex, error: OperationError) =>
    turns.refuse(socket, () => writeRaw(socket, engine.refusal(error), { ...COMMON_HEADERS, ...marks }))
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 1000,
      // Node would answer a missing Host without the envelope; no route depends on it.
      requireHostHeader: false,
    },
    (request, response) => {
      if (!turns.take(response)) return
      const respond: Respond = (answer) => {
        reply(response, answer, deps.isDraining() ? { ...marks, connection: 'close' } : marks)
        drain(request)
      }
      if (request.method === 'OPTIONS') return preflight(engine, request, response, marks)
      const path = pathOf(request.url ?? '/')
      const route = routes.get(path)
      if (route !== undefined) return void run(engine, () => route(request, response, respond), respond)
      void engine.handle(new IncomingCall(request, response, path.slice(1))).then((answer) => {
        outbox.add(() => {
          try {
            respond(answer)
          } catch {
            // An answer that cannot be written must cost this connection, not the ones that wait behind it.
            response.destroy()
          }
        })
      })
    },
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    refuse(socket, parserError(error))
  })
  server.on('checkExpectation', (request, response) => {
    if (!turns.take(response)) return
    reply(response, engine.refusal(unknownExpectation()), marks)
    drain(request)
  })
  server.on('connect', (_request, socket) => {
    // Node hands such a socket over without any listener: a reset would end the whole process.
    socket.on('error', () => socket.destroy())
    refuse(socket, notAllowed('POST'))
  })
  return server
}

function createRoutes(deps: EngineServerDeps): ReadonlyMap<string, Route> {
  const { engine, metrics } = deps
  const get =
    (handler: (request: IncomingMessage, response: ServerResponse) => CallResponse | Promise<CallResponse>): Route =>
    async (request, response, respond) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return respond(engine.refusal(notAllowed('GET')))
      respond(await handler(request, response))
    }
  return new Map<string, Route>([
    ['/usage', get((request, response) => engine.usage(new IncomingCall(request, response, 'usage')))],
    ['/catalog', get(() => ok(engine, deps.catalog(), { 'cache-control': 'public, max-age=30' }))],
    ['/healthz', get(() => ok(engine, json({ status: 'ok', ...deps.about })))],
    [
      '/readyz',
      get(async () => {
        const { ready, checks } = await deps.readiness()
        return { ...ok(engine, json({ status: ready ? 'ready' : 'not ready', checks })), status: ready ? 200 : 503 }
      }),
    ],
    [
      '/metrics',
      get(async (request) => {
        if (!maySeeMetrics(request, deps.metricsToken)) {
          return engine.refusal(
            new OperationError(
              'UNAUTHORIZED',
              'Metrics are served on loopback, or to whoever sends the header authorization: Bearer with KIOSK_METRICS_TOKEN.',
            ),
          )
        }
        return ok(engine, Buffer.from(await metrics.render()), { 'content-type': metrics.contentType })
      }),
    ],
  ])
}

async function run(engine: Engine, route: () => void | Promise<void>, respond: Respond): Promise<void> {
  try {
    await route()
  } catch (error) {
    respond(engine.refusal(error))
  }
}

function preflight(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  marks: Readonly<Record<string, string>>,
): void {
  reply(response, { ...ok(engine, new Uint8Array()), status: 204, headers: PREFLIGHT_HEADERS }, marks)
  drain(request)
}

function ok(engine: Engine, body: Uint8Array, headers: Readonly<Record<string, string>> = {}): CallResponse {
  return {
    requestId: engine.newRequestId(),
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body,
  }
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}

function notAllowed(allow: string): OperationError {
  return new OperationError('METHOD_NOT_ALLOWED', `This address answers ${allow} only.`, { details: { allow } })
}

/** Path without the query; an absolute-form target loses its origin. */
function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/'
  const end = path.search(/[?#]/)
  return end < 0 ? path : path.slice(0, end)
}

/** Loopback, and whoever shows the token. */
function maySeeMetrics(request: IncomingMessage, token: Secret | null): boolean {
  if (isFromLoopback(request)) return true
  if (token === null) return false
  const shown = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token.reveal()}`)
  return shown.length === wanted.length && timingSafeEqual(shown, wanted)
}

/** A reverse proxy on this machine speaks for others, who are elsewhere. */
function isFromLoopback({ headers, socket }: IncomingMessage): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  return /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}
