// The app's HTTP surface: documents, accounts, the dashboard and its data. This file is the frame that they stand in.
import type { ServerResponse } from 'node:http'
import { OperationError } from '@kiosk/catalog'
import { type CallResponse, errorOutcome, RequestIds } from '@kiosk/engine'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { parserError, unknownExpectation, writeRaw } from '../raw-errors.ts'
import { readingError, refusalOf, refuse } from './app-refusals.ts'
import { addDashboard, type DashboardDeps } from './dashboard-routes.ts'
import { addDataRoutes, type DataDeps } from './data/data-routes.ts'
import { addDocuments, type DocumentDeps } from './documents/document-routes.ts'

export interface AppServerDeps extends AppFrame {
  readonly documents: DocumentDeps
  readonly dashboard: DashboardDeps
  readonly data: DataDeps
}

export interface AppFrame {
  /** Address of the page that explains the error codes. */
  readonly docsBase: () => string
  readonly about: Readonly<Record<string, unknown>>
  readonly readiness: () => Promise<{ ready: boolean; checks: Readonly<Record<string, string>> }>
  readonly marks: Readonly<Record<string, string>>
  /** KIOSK_TRUST_PROXY: whose `X-Forwarded-For` says where a caller is. */
  readonly trustProxy: Config['trustProxy']
  readonly onDefect: (requestId: string, error: unknown) => void
}

const MAX_BODY_BYTES = 256 * 1024

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
} as const

/** Where the public address is https. Of this host alone: what its subdomains serve is not ours to say. */
const TLS_HEADERS = { 'strict-transport-security': 'max-age=31536000' } as const

/** A server that is not listening yet. */
export function createAppServer(deps: AppServerDeps): FastifyInstance {
  const app = createAppFrame(deps)
  addDocuments(app, deps.documents)
  addDataRoutes(app, deps.data)
  addDashboard(app, deps.dashboard)
  return app
}

/** The server without what it serves: request ids, headers, the envelope of refusals. */
export function createAppFrame(deps: AppFrame): FastifyInstance {
  const common = { ...COMMON_HEADERS, ...(deps.docsBase().startsWith('https:') && TLS_HEADERS), ...deps.marks }
  const ids = new RequestIds()
  const newRequestId = () => ids.next(Date.now())
  const raw = (error: OperationError): CallResponse => {
    const requestId = newRequestId()
    return { requestId, ...errorOutcome(error, requestId, deps.docsBase()) }
  }
  const app = Fastify({
    genReqId: newRequestId,
    trustProxy: trusted(deps.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    // Node would answer a missing Host without the envelope; no route depends on it.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, requireHostHeader: false },
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET') return void socket.destroy()
      writeRaw(socket, raw(parserError(error)), common)
    },
    // An address that does not decode reaches no hook.
    frameworkErrors: (_error, request, reply) =>
      refuse(reply.headers({ ...common, 'x-request-id': request.id }), readingError(400, request), deps.docsBase()),
  })
  app.server.on('checkExpectation', (_request, response: ServerResponse) => {
    if (response.socket !== null) writeRaw(response.socket, raw(unknownExpectation()), common)
  })
  // Before a route, so that it may say otherwise: an answer of the engine keeps the id that the engine gave it.
  app.addHook('onRequest', async (request, reply) => void reply.headers({ ...common, 'x-request-id': request.id }))
  endConnectionsOnClose(app)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request)
    if (refusal === null) deps.onDefect(request.id, error)
    return refuse(reply, refusal ?? error, deps.docsBase())
  })
  app.setNotFoundHandler((request, reply) =>
    refuse(
      reply,
      new OperationError('NOT_FOUND', `The app serves nothing at this address for ${request.method}.`),
      deps.docsBase(),
    ),
  )
  acceptJson(app)
  addProbes(app, deps)
  return app
}

/** A connection kept open behind its last answer would hold up the stop. */
function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** Fastify trusts nobody when it is given a number, since who reaches the app past the proxies could add hops. Whoever sets one says
 * that nobody does. */
function trusted(trustProxy: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy
}

/** Bodies are JSON. An empty one counts as `{}`, also where a client names its type. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else parse(request, body.toString(), done)
  })
}

function addProbes(app: FastifyInstance, { about, readiness }: AppFrame): void {
  app.get('/healthz', async () => ({ status: 'ok', ...about }))
  app.get('/readyz', async (_request, reply) => {
    const { ready, checks } = await readiness()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
}
