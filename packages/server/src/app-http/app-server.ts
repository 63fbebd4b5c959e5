// The app's HTTP surface: catalog documents and the page that explains error codes. Accounts and the dashboard will stand on it.
import { randomUUIDv7 } from 'node:crypto'
import { OperationError, openApiDocument } from '@kiosk/catalog'
import { errorOutcome } from '@kiosk/engine'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { CatalogSource } from './catalog-source.ts'
import { errorsHtml } from './errors-page.ts'

export interface AppServerDeps {
  readonly catalog: CatalogSource
  /** Address of the page that explains the error codes. */
  readonly docsBase: string
  readonly about: Readonly<Record<string, unknown>>
  readonly readiness: () => Promise<{ ready: boolean; checks: Readonly<Record<string, string>> }>
  readonly marks: Readonly<Record<string, string>>
  readonly onDefect: (requestId: string, error: unknown) => void
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A server that is not listening yet. */
export function createAppServer(deps: AppServerDeps): FastifyInstance {
  const app = Fastify({
    genReqId: () => `req_${randomUUIDv7()}`,
    bodyLimit: 256 * 1024,
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
  })
  app.addHook('onSend', async (request, reply) => {
    reply.headers({
      ...deps.marks,
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': PAGE_POLICY,
    })
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const isOurs = (error.statusCode ?? 500) >= 500
    if (isOurs) deps.onDefect(request.id, error)
    const shown = isOurs
      ? error
      : new OperationError('INVALID_INPUT', 'The request cannot be read: send JSON, or no body.')
    return refuse(reply, shown, deps.docsBase)
  })
  app.setNotFoundHandler((request, reply) =>
    refuse(
      reply,
      new OperationError('NOT_FOUND', `Nothing is served at ${request.method} on this address.`),
      deps.docsBase,
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
    return reply
      .header('cache-control', 'public, max-age=3600')
      .send({ ...openApiDocument(catalog), ...(catalog.degraded && { degraded: true }) })
  })
  app.get('/docs/errors', async (_request, reply) => reply.type('text/html; charset=utf-8').send(errorsHtml()))
}

function refuse(reply: FastifyReply, error: unknown, docsBase: string): FastifyReply {
  const { status, headers, body } = errorOutcome(error, reply.request.id, docsBase)
  return reply.code(status).headers(headers).send(Buffer.from(body))
}
