// The dashboard: its files, and its one page at each of its addresses.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from './accepted-encoding.ts'
import type { CatalogSource } from './catalog-source.ts'
import { DASHBOARD_PAGE, type DashboardFile, type DashboardFiles } from './dashboard-files.ts'
import { HTML_TYPE, PAGE_POLICY } from './documents/pages/page.ts'
import { indexHtml } from './index-page.ts'

export interface DashboardDeps {
  readonly files: DashboardFiles
  readonly catalog: CatalogSource
}

/** Nothing from elsewhere; styles inline, since the parts that float are placed by them; frames and images made of answers. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "frame-src blob: 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Addresses that the page itself understands. */
const PAGE_ADDRESS =
  /^\/(?:$|(?:sign-in|sign-up|forgot-password|reset-password|overview|keys|members|settings|connect|status)\/?$|invitation\/|catalog(?:\/|$)|requests(?:\/|$))/

/** An address that holds a secret: no cache is to keep it. */
const SECRET_ADDRESS = /^\/reset-password\/?$/

export function addDashboard(app: FastifyInstance, { files, catalog }: DashboardDeps): void {
  const page = files.get(DASHBOARD_PAGE)
  if (page === undefined) {
    app.get('/', async (_request, reply) =>
      reply
        .type(HTML_TYPE)
        .header('content-security-policy', PAGE_POLICY)
        .send(indexHtml(await catalog.current())),
    )
    return
  }
  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    const file = files.get(path) ?? (PAGE_ADDRESS.test(path) ? page : undefined)
    return file === undefined ? reply.callNotFound() : sendFile(request, reply, file)
  })
}

function pathOf({ raw }: FastifyRequest): string {
  return (raw.url ?? '/').replace(/[?#].*$/s, '')
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: DashboardFile): Promise<FastifyReply> {
  reply.headers({
    'content-security-policy': POLICY,
    'cache-control': SECRET_ADDRESS.test(pathOf(request)) ? 'no-store' : file.cacheControl,
    etag: file.etag,
    vary: 'accept-encoding',
  })
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send()
  const encoding = acceptedEncoding(request)
  reply.type(file.contentType)
  if (file.compressed === undefined || encoding === null) return reply.send(file.identity)
  return reply.header('content-encoding', encoding).send(await file.compressed[encoding])
}
