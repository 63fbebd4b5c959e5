// A gateway of a few lines for MCP servers: the real catalog, and scripted answers of operations by slug.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { bundledCatalog } from '../src/local-server.ts'

export interface Said {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
  /** Resolves when the answer may leave. */
  readonly after?: Promise<void>
}

export interface Asked {
  readonly slug: string
  readonly input: unknown
  readonly key: string | undefined
  readonly idempotencyKey: string | undefined
}

/** @param answers by slug; may be changed while it runs */
export async function startGateway(answers: Record<string, Said> = {}) {
  const asked: Asked[] = []
  const catalog = await bundledCatalog()
  const server = createServer(async (request, response) => {
    const slug = (request.url ?? '').slice(1)
    if (slug === 'catalog') return void response.end(JSON.stringify(catalog))
    const { 'x-api-key': key, 'idempotency-key': idempotencyKey } = request.headers
    asked.push({
      slug,
      input: JSON.parse(await text(request)),
      key: key?.toString(),
      idempotencyKey: idempotencyKey?.toString(),
    })
    const { status = 200, headers, body, after } = answers[slug] ?? { status: 404, body: {} }
    await after
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { asked, answers, catalog, close, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export function refusal(status: number, error: Readonly<Record<string, unknown>>): Said {
  return {
    status,
    body: { error: { message: 'No.', requestId: 'req_1', retryable: false, docs: 'https://app.test/docs', ...error } },
  }
}
