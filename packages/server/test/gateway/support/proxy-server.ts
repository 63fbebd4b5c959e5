// A caller's web proxy on loopback: plain requests with their whole address, and tunnels.
import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export interface ProxyServer {
  readonly port: number
  /** `Proxy-Authorization` of every request. */
  readonly authorizations: readonly (string | undefined)[]
  /** Requests through it whose address holds this text. */
  hits(text: string): number
  close(): Promise<void>
}

/** @param added headers that it adds to plain requests */
export async function startProxy(added: Readonly<Record<string, string>> = {}): Promise<ProxyServer> {
  const addresses: string[] = []
  const authorizations: (string | undefined)[] = []
  const server = createServer((request, response) => {
    const address = request.url ?? ''
    addresses.push(address)
    authorizations.push(request.headers['proxy-authorization'])
    const { 'proxy-authorization': _, ...rest } = request.headers
    const headers = { ...rest, ...added }
    const onward = httpRequest(address, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.on('connect', (request, socket) => {
    addresses.push(request.url ?? '')
    authorizations.push(request.headers['proxy-authorization'])
    const { hostname, port } = new URL(`http://${request.url}`)
    const onward = connect(Number(port || 80), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    authorizations,
    hits: (text) => addresses.filter((address) => address.includes(text)).length,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await closed
    },
  }
}
