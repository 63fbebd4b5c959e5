// A service of a few lines: it says what the test scripted, one line for each request, and keeps what it was asked.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface Asked {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Step = (response: ServerResponse) => void

export async function scriptedService(...steps: readonly Step[]) {
  const asked: Asked[] = []
  const server = createServer(async ({ method, url: path, headers }, response) => {
    response.req.setEncoding('utf8')
    asked.push({ method, path, headers, body: await text(response.req) })
    const step = steps[asked.length - 1]
    if (step === undefined) response.destroy(new Error('nothing is scripted for this request'))
    else step(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export const says =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

export const refuses = (
  status: number,
  error: { code: string; retryable?: boolean } & Record<string, unknown>,
  headers?: Readonly<Record<string, string>>,
): Step =>
  says(
    status,
    { error: { message: 'No.', requestId: 'req_1', retryable: false, docs: 'https://app.test/docs', ...error } },
    headers,
  )

export const hangsUp: Step = (response) => response.destroy()
export const isSilent: Step = () => undefined
