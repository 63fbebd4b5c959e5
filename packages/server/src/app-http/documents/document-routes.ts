// Documents that need no session: the catalog in its forms, for programs, for models and for people.
import { type CatalogDocument, type CatalogOperation, notFound, openApiDocument } from '@kiosk/catalog'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { CatalogSource } from '../catalog-source.ts'
import { parseInput } from '../input.ts'
import { type Copies, copyOf, createCopies, sendCopy } from './copies.ts'
import { llmsFull, llmsIndex, llmsOperation } from './llms.ts'
import { errorsHtml } from './pages/errors-page.ts'
import { operationHtml } from './pages/operation-page.ts'
import { HTML_TYPE, PAGE_POLICY } from './pages/page.ts'
import { referenceHtml } from './pages/reference-page.ts'

export interface DocumentDeps {
  readonly catalog: CatalogSource
  /** Public address of the app, once it is known. */
  readonly appUrl: () => string
}

const BRIEFLY = 'public, max-age=30'
const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

type Make = (catalog: CatalogDocument) => string

export function addDocuments(app: FastifyInstance, { catalog, appUrl }: DocumentDeps): void {
  const copies = createCopies()
  const serve = (path: string, headers: Headers, make: Make, version = () => '') =>
    app.get(path, async (request, reply) => {
      const current = await catalog.current()
      reply.headers(typeof headers === 'function' ? headers(current) : headers)
      return sendCopy(request, reply, copies(current, path + version(), make))
    })
  serve('/api/catalog', headersOf(JSON_TYPE), (current) => JSON.stringify(current))
  serve('/api/openapi.json', openApiHeaders, (current) => JSON.stringify(openApiDocument(current)))
  // Until the port is known the address is another one.
  serve('/llms.txt', headersOf(TEXT_TYPE), (current) => llmsIndex(current, appUrl()), appUrl)
  serve('/llms-full.txt', headersOf(TEXT_TYPE), llmsFull)
  serve('/docs', PAGE_HEADERS, referenceHtml)
  app.get('/docs/', (_request, reply) => reply.redirect('/docs', 301))
  const errors = copyOf(errorsHtml())
  app.get('/docs/errors', (request, reply) => sendCopy(request, reply.headers(PAGE_HEADERS), errors))
  addOperationDocuments(app, catalog, copies)
}

function addOperationDocuments(app: FastifyInstance, catalog: CatalogSource, copies: Copies): void {
  const serve = (path: string, suffix: string, headers: Readonly<Record<string, string>>, make: MakeOne) =>
    app.get(path, async (request, reply) => {
      const { file } = parseInput(z.object({ file: z.string() }), request.params, 'path')
      const current = await catalog.current()
      const operation = current.operations.find(({ slug }) => slug + suffix === file)
      if (operation === undefined)
        throw notFound('The catalog has no such operation; /docs and /llms.txt list them all.')
      const copy = copies(current, path + operation.slug, () => make(current, operation))
      return sendCopy(request, reply.headers(headers), copy)
    })
  serve('/catalog/:file(^.+\\.md$)', '.md', headersOf(MARKDOWN_TYPE), ({ baseUrl }, one) => llmsOperation(one, baseUrl))
  serve('/docs/:file', '', PAGE_HEADERS, operationHtml)
}

type MakeOne = (catalog: CatalogDocument, operation: CatalogOperation) => string

type Headers = Readonly<Record<string, string>> | ((catalog: CatalogDocument) => Readonly<Record<string, string>>)

function headersOf(type: string) {
  return { 'content-type': type, 'cache-control': BRIEFLY }
}

const PAGE_HEADERS = { ...headersOf(HTML_TYPE), 'content-security-policy': PAGE_POLICY }

/** What may be out of date is kept briefly, so that caches heal with the engine. */
function openApiHeaders({ degraded }: CatalogDocument): Readonly<Record<string, string>> {
  return degraded
    ? { ...headersOf(JSON_TYPE), 'x-degraded': 'true' }
    : { ...headersOf(JSON_TYPE), 'cache-control': 'public, max-age=3600' }
}
