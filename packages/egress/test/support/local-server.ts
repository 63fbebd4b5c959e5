// Servers on loopback that note what they were asked.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from './certificate.ts'

export interface LocalServer extends AsyncDisposable {
  readonly port: number
  readonly origin: string
  /** Every request in the order of arrival. */
  readonly requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[]
  /** Connections accepted so far. */
  connections(): number
}

/** @param certificate makes it an https server. */
export async function startServer(listener: RequestListener, certificate?: Certificate): Promise<LocalServer> {
  const requests: LocalServer['requests'] = []
  let connections = 0
  const noting: RequestListener = async (request, response) => {
    const { method = '', url = '', headers } = request
    const seen = { method, url, headers, body: '' }
    requests.push(seen)
    for await (const chunk of request) seen.body += chunk
    listener(request, response)
  }
  const server: Server = certificate ? createTlsServer(certificate, noting) : createServer(noting)
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
