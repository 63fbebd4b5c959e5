// A caller's proxy that would go anywhere, notes what it is asked for, and goes nowhere.
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface ForwardProxy extends AsyncDisposable {
  readonly port: number
  /** Method and target of every request. */
  readonly targets: readonly string[]
  /** Served for every http address. */
  page: string
}

export async function startForwardProxy(): Promise<ForwardProxy> {
  const targets: string[] = []
  const server = createServer((request, response) => {
    targets.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(proxy.page)
  })
  server.on('connect', (request, socket: Socket) => {
    targets.push(`CONNECT ${request.url}`)
    socket.on('error', () => {})
    socket.end('HTTP/1.1 502 Bad gateway\r\ncontent-length: 0\r\n\r\n')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const proxy: ForwardProxy = {
    port: (server.address() as AddressInfo).port,
    targets,
    page: '<!doctype html><p>by proxy',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return proxy
}
