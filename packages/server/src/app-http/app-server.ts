// The app's HTTP surface: catalog documents and the page that explains error codes. Accounts and the dashboard will stand on it.
import type { ServerResponse } from 'node:http'
import { OperationError, openApiDocument } from '@kiosk/catalog'
import { type CallResponse, errorOutcome, RequestIds } from '@kiosk/engine'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { parserError, unknownExpectation, writeRaw } from '../raw-errors.ts'
import type { CatalogSource } from './catalog-source.ts'
import { errorsHtml } from './errors-page.ts'
import { indexHtml } from './index-page.ts'

export interface AppServerDeps {
  readonly catalog: CatalogSource
  /** Address of the page that explains the error codes. */
  readonly docsBase: () => string
  readonly about: Readonly<Record<string, unknown>>
  readonly readiness: () => Promise<{ ready: boolean; checks: Readonly<Record<string, string>> }>
  readonly marks: Readonly<Record<string, string>>
  readonly onDefect: (requestId: string, error: unknown) => void
}

const MAX_BODY_BYTES = 256 * 1024

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A server that is not listening yet. */
export function createAppServer(deps: AppServerDeps): FastifyInstance {
  const common = {
    ...deps.marks,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': PAGE_POLICY,
  }
  const ids = new RequestIds()
  const newRequestId = () => ids.next(Date.now())
  const raw = (error: OperationError): CallResponse => {
    const requestId = newRequestId()
    return { requestId, ...errorOutcome(error, requestId, deps.docsBase()) }
  }
  const app = Fastify({
    genReqId: newRequestId,
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
    frameworkErrors: (error, request, reply) =>
      refuse(reply.headers({ ...common, 'x-request-id': request.id }), readingError(error), deps.docsBase()),
  })
  app.server.on('checkExpectation', (_request, response: ServerResponse) => {
    if (response.socket !== null) writeRaw(response.socket, raw(unknownExpectation()), common)
  })
  app.addHook('onSend', async (request, reply) => {
    reply.headers({ ...common, 'x-request-id': request.id })
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const isOurs = (error.statusCode ?? 500) >= 500
    if (isOurs) deps.onDefect(request.id, error)
    return refuse(reply, isOurs ? error : readingError(error), deps.docsBase())
  })
  app.setNotFoundHandler((request, reply) =>
    refuse(
      reply,
      new OperationError('NOT_FOUND', `The app serves nothing at this address for ${request.method}.`),
      deps.docsBase(),
    ),
  )
  addRoutes(app, deps)
  return app
}

function addRoutes(app: FastifyInstance, deps: AppServerDeps): void {
  app.get('/healthz', async () => ({ status: 'ok', ...deps.about }))
  app.get('/readyz', async (_request, reply) => {
    const { ready, checks } = await deps.readiness()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
  app.get('/api/catalog', async (_request, reply) => {
    return reply.header('cache-control', 'public, max-age=30').send(await deps.catalog.current())
  })
  app.get('/api/openapi.json', async (_request, reply) => {
    const catalog = await deps.catalog.current()
    if (catalog.degraded) reply.header('x-degraded', 'true')
    return reply.header('cache-control', 'public, max-age=3600').send(openApiDocument(catalog))
  })
  app.get('/', async (_request, reply) => {
    return reply.type('text/html; charset=utf-8').send(indexHtml(await deps.catalog.current()))
  })
  app.get('/docs/errors', async (_request, reply) => reply.type('text/html; charset=utf-8').send(errorsHtml()))
}

function refuse(reply: FastifyReply, error: unknown, docsBase: string): FastifyReply {
  const { status, headers, body } = errorOutcome(error, reply.request.id, docsBase)
  return reply.code(status).headers(headers).send(Buffer.from(body))
}

/** What Fastify refuses before a route sees it. Its own messages quote what was sent. */
function readingError({ statusCode }: { statusCode?: number | undefined }): OperationError {
  if (statusCode === 413) {
    return new OperationError('PAYLOAD_TOO_LARGE', `The body is larger than ${MAX_BODY_BYTES} bytes.`)
  }
  if (statusCode === 415) {
    return new OperationError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: send content-type: application/json.')
  }
  return new OperationError(
    'INVALID_INPUT',
    'The request cannot be read: send a well-formed address, and JSON or no body.',
    {
      field: 'request',
    },
  )
}
