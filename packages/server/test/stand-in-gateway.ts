// A gateway of a few lines, for what a client makes of answers: it records requests and says what it was told to.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Said {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text as it is, anything else as JSON. */
  readonly body: unknown
  /** Resolves when the answer may leave. */
  readonly after?: Promise<void>
}

/** Path → answer; other paths are 404 without an envelope. */
export async function standInGateway(answers: Readonly<Record<string, Said>>) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    received.push({ method, path, headers, body: await text(request) })
    const { status = 200, headers: said, body, after } = answers[path] ?? { status: 404, body: 'nothing here' }
    await after
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...said })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** An address where nothing listens. */
export async function deadAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

/** An error envelope. */
export function refusal(status: number, error: { code: string; message: string } & Record<string, unknown>): Said {
  return { status, body: { error: { requestId: 'req_1', retryable: false, ...error } } }
}
