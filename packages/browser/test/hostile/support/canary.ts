// Listeners on loopback that nothing may ever reach: a TCP and a UDP port for each vector, on IPv4 and IPv6.
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface Contact {
  /** Vector whose port was reached. */
  readonly name: string
  readonly by: 'tcp' | 'udp'
  /** Begin of what was sent, for the message of a failure. */
  readonly said: string
}

export interface Canary extends AsyncDisposable {
  /** Ports by vector. */
  readonly ports: ReadonlyMap<string, number>
  readonly contacts: readonly Contact[]
  /** One more listener, at an address of its own: where a name leads once it has changed. */
  watch(name: string, address: string, port: number): Promise<void>
}

export async function startCanary(names: readonly string[]): Promise<Canary> {
  const nest = new Nest()
  const ports = new Map<string, number>()
  for (const name of names) ports.set(name, await nest.claim(name))
  return {
    ports,
    contacts: nest.contacts,
    watch: (name, address, port) => nest.listenTcp(name, address, port).then(() => undefined),
    [Symbol.asyncDispose]: () => nest.close(),
  }
}

class Nest {
  readonly contacts: Contact[] = []
  readonly #servers: (Server | UdpSocket)[] = []
  readonly #sockets = new Set<Socket>()

  /** A port that is free for all four. Which ports are free changes while we ask, so a few are tried. */
  async claim(name: string): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const port = await this.listenTcp(name, '127.0.0.1', 0)
        await this.listenTcp(name, '::1', port)
        await this.#listenUdp(name, 'udp4', port)
        await this.#listenUdp(name, 'udp6', port)
        return port
      } catch (error) {
        if (attempt === 20) throw error
      }
    }
  }

  async listenTcp(name: string, host: string, port: number): Promise<number> {
    const server = createServer((socket) => this.#meet(name, socket))
    this.#servers.push(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port, ipv6Only: true }, resolve)
    })
    return (server.address() as AddressInfo).port
  }

  async #listenUdp(name: string, type: 'udp4' | 'udp6', port: number): Promise<void> {
    const socket = createSocket({ type, ipv6Only: type === 'udp6' })
    this.#servers.push(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.bind(port, type === 'udp4' ? '127.0.0.1' : '::1', resolve)
    })
    socket.on('message', (packet) => this.#note(name, 'udp', packet))
  }

  /** A connection counts before it says anything. */
  #meet(name: string, socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    socket.on('error', () => {})
    this.#note(name, 'tcp', Buffer.alloc(0))
    socket.once('data', (bytes) => {
      this.#note(name, 'tcp', bytes)
      socket.end('HTTP/1.1 200 OK\r\naccess-control-allow-origin: *\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
    })
  }

  #note(name: string, by: Contact['by'], bytes: Buffer): void {
    const said = bytes
      .subarray(0, 80)
      .toString('latin1')
      .replace(/[^\x20-\x7e]+/g, '.')
    this.contacts.push({ name, by, said })
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    const open = this.#servers.filter((server) => ('listening' in server ? server.listening : true))
    await Promise.all(open.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
  }
}
