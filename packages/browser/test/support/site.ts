// A web site on loopback whose pages a test writes as it needs them.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void)

export interface Site extends AsyncDisposable {
  readonly port: number
  /** Address of a page; another name than the usual leads to the same pages. */
  url(path: string, host?: string): string
  /** Text is served as HTML. */
  set(pages: Readonly<Record<string, Answer>>): void
  /** Paths that were asked for, with their headers, in order. */
  readonly requests: readonly { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
}

export async function startSite(): Promise<Site> {
  const pages = new Map<string, Answer>()
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push({ path, headers: request.headers })
    const answer = pages.get(path.replace(/\?.*/, ''))
    if (answer === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>')
    else if (typeof answer === 'function') answer(request, response)
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    url: (path, host = 'site.example.test') => `http://${host}:${port}${path}`,
    set(more) {
      for (const [path, answer] of Object.entries(more)) pages.set(path, answer)
    },
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An answer that is text of a kind. */
export function typed(type: string, body: string | Buffer, status = 200): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  }
}

export function redirect(location: string): Answer {
  return (_request, response) => {
    response.writeHead(302, { location }).end()
  }
}
