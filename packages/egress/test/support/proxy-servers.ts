// The smallest proxies of each kind that do what a real one does, and note what they were asked for.
import { createServer, request as forward } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { Certificate } from './certificate.ts'

interface ProxyOptions {
  /** `user:password` that the proxy asks for. */
  readonly credentials?: string
  /** Makes a web proxy one that is spoken to by TLS. */
  readonly certificate?: Certificate
  /** Where names lead: the proxy resolves them, not we. */
  readonly names?: Readonly<Record<string, string>>
}

export interface LocalProxy extends AsyncDisposable {
  readonly port: number
  /** `host:port` of every connection or request it was asked for. */
  readonly targets: string[]
  connections(): number
}

/** A web proxy: absolute addresses for http, CONNECT for the rest. */
export async function startWebProxy({ credentials, certificate, names = {} }: ProxyOptions = {}): Promise<LocalProxy> {
  const targets: string[] = []
  const server = certificate ? createTlsServer(certificate) : createServer()
  const wanted = credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`
  server.on('request', (request, response) => {
    if (wanted !== request.headers['proxy-authorization']) return response.writeHead(407).end('credentials?')
    const url = new URL(request.url ?? '')
    targets.push(`${request.method} ${url.href}`)
    const { 'proxy-authorization': _, ...headers } = request.headers
    const onward = forward({
      host: names[url.hostname] ?? url.hostname,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers,
    })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  })
  server.on('connect', (request, socket: Socket) => {
    socket.on('error', () => {})
    if (wanted !== request.headers['proxy-authorization'])
      return socket.end('HTTP/1.1 407 Who?\r\ncontent-length: 0\r\n\r\n')
    const [host = '', port = ''] = request.url?.split(':') ?? []
    targets.push(`CONNECT ${request.url}`)
    tunnel(socket, names[host] ?? host, Number(port), (opened) => {
      socket.write(opened ? 'HTTP/1.1 200 Connection established\r\n\r\n' : 'HTTP/1.1 502 Bad gateway\r\n\r\n')
    })
  })
  return listen(server, targets)
}

/** A SOCKS 5 proxy that takes names, IPv4 and IPv6. */
export async function startSocksProxy({ credentials, names = {} }: ProxyOptions = {}): Promise<LocalProxy> {
  const targets: string[] = []
  const server = createTcpServer(async (socket) => {
    socket.on('error', () => {})
    const read = reader(socket)
    const [, methods = 0] = await read(2)
    const offered = await read(methods)
    const method = credentials === undefined ? 0 : 2
    if (!offered.includes(method)) return socket.end(Buffer.from([5, 255]))
    socket.write(Buffer.from([5, method]))
    if (credentials !== undefined) {
      const user = await read((await read(2))[1] ?? 0)
      const password = await read((await read(1))[0] ?? 0)
      const good = `${user}:${password}` === credentials
      socket.write(Buffer.from([1, good ? 0 : 1]))
      if (!good) return socket.end()
    }
    const [, , , type = 0] = await read(4)
    const length = type === 1 ? 4 : type === 4 ? 16 : ((await read(1))[0] ?? 0)
    const raw = await read(length)
    const host = type === 3 ? raw.toString() : type === 1 ? raw.join('.') : raw.toString('hex')
    const port = (await read(2)).readUInt16BE()
    targets.push(`${type === 3 ? 'name' : 'address'} ${host}:${port}`)
    socket.removeAllListeners('readable')
    tunnel(socket, names[host] ?? host, port, (opened) => {
      // The bound address is answered as a name, whose length a client must read.
      const bound = Buffer.from('bound.example.test')
      socket.write(Buffer.concat([Buffer.from([5, opened ? 0 : 5, 0, 3, bound.length]), bound, Buffer.from([0, 0])]))
    })
  })
  return listen(server, targets)
}

function tunnel(client: Socket, host: string, port: number, opened: (success: boolean) => void): void {
  const far = connect({ host, port })
  let open = false
  far.once('connect', () => {
    open = true
    opened(true)
    client.pipe(far)
    far.pipe(client)
  })
  far.on('error', () => {
    if (!open) opened(false)
    client.end()
  })
  client.once('close', () => far.destroy())
}

function reader(socket: Socket): (length: number) => Promise<Buffer> {
  return (length) =>
    new Promise((resolve) => {
      const take = () => {
        const bytes: Buffer | null = length === 0 ? Buffer.alloc(0) : socket.read(length)
        if (bytes === null) return
        socket.off('readable', take)
        resolve(bytes)
      }
      socket.on('readable', take)
      take()
    })
}

async function listen(server: Server, targets: string[]): Promise<LocalProxy> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    port,
    targets,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
