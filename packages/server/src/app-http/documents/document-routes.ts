// Documents that need no session: the catalog in its forms, and the page of error codes.
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import { notFound, openApiDocument } from '@kiosk/catalog'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { acceptedEncoding } from '../accepted-encoding.ts'
import type { CatalogSource } from '../catalog-source.ts'
import { errorsHtml } from '../errors-page.ts'
import { parseInput } from '../input.ts'
import { llmsFull, llmsIndex, llmsOperation } from './llms.ts'

export interface DocumentDeps {
  readonly catalog: CatalogSource
  /** Public address of the app, once it is known. */
  readonly appUrl: () => string
}

const zipped = promisify(gzip)
const brotlied = promisify<string, BrotliOptions, Buffer>(brotliCompress)
const QUICK: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const BRIEFLY = 'public, max-age=30'
const TEXT = 'text/plain; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

export function addDocuments(app: FastifyInstance, deps: DocumentDeps): void {
  app.register(async (scope) => {
    scope.addHook('onSend', compress)
    addMachineDocuments(scope, deps)
    addTexts(scope, deps)
  })
  app.get('/docs/errors', async (_request, reply) => reply.type('text/html; charset=utf-8').send(errorsHtml()))
}

function addMachineDocuments(app: FastifyInstance, { catalog }: DocumentDeps): void {
  app.get('/api/catalog', async (_request, reply) =>
    reply.header('cache-control', BRIEFLY).send(await catalog.current()),
  )
  app.get('/api/openapi.json', async (_request, reply) => {
    const current = await catalog.current()
    if (current.degraded) reply.header('x-degraded', 'true')
    return reply.header('cache-control', 'public, max-age=3600').send(openApiDocument(current))
  })
}

function addTexts(app: FastifyInstance, { catalog, appUrl }: DocumentDeps): void {
  app.get('/llms.txt', async (_request, reply) =>
    reply
      .type(TEXT)
      .header('cache-control', BRIEFLY)
      .send(llmsIndex(await catalog.current(), appUrl())),
  )
  app.get('/llms-full.txt', async (_request, reply) =>
    reply
      .type(TEXT)
      .header('cache-control', BRIEFLY)
      .send(llmsFull(await catalog.current())),
  )
  app.get('/catalog/:file(^.+\\.md$)', async (request, reply) => {
    const { file } = parseInput(z.object({ file: z.string() }), request.params, 'path')
    const { operations, baseUrl } = await catalog.current()
    const operation = operations.find(({ slug }) => `${slug}.md` === file)
    if (operation === undefined) throw notFound('The catalog has no such operation; /llms.txt lists them all.')
    return reply.type(MARKDOWN).header('cache-control', BRIEFLY).send(llmsOperation(operation, baseUrl))
  })
}

/** The catalog is a quarter of its size when compressed. These documents hold no secrets, which compression could give away. */
async function compress(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string') return payload
  reply.header('vary', 'accept-encoding')
  const encoding = acceptedEncoding(request)
  if (encoding === null) return payload
  reply.header('content-encoding', encoding)
  return encoding === 'gzip' ? zipped(payload) : brotlied(payload, QUICK)
}
