// The listener of a filter: takes connections of the browser for the render that is under way, and of nobody else.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Secret } from '@kiosk/catalog'
import { canonicalAddress } from '../destination/policy.ts'
import { CHECK_INTERVAL_MS, HEAD_LIMIT_MS, IDLE_LIMIT_MS, MAX_REQUEST_HEAD_BYTES, REQUEST_LIMIT_MS } from './bounds.ts'
import { answerRequest } from './exchange.ts'
import type { Filter, FilterOptions } from './filter.ts'
import type { Outlet } from './outlet.ts'
import { RenderSession } from './session.ts'
import { answerConnect, answerUpgrade } from './tunnel.ts'

/** Listens on a free port.
 * @param outletOf the way out of a render with this proxy of its caller; throws `INVALID_INPUT` when it is malformed. */
export async function openFilter(
  outletOf: (proxy: Secret | null) => Outlet,
  { host = '127.0.0.1', peers }: FilterOptions = {},
): Promise<Filter> {
  let current: RenderSession | null = null
  const isPeer = peersOf(peers)
  // A connection belongs to the render in which it was made, whatever is under way when its next request comes.
  const sessions = new WeakMap<Duplex, RenderSession>()
  const sessionOf = (socket: Socket) => {
    const session = sessions.get(socket)
    return session === undefined || session.signal.aborted ? null : session
  }
  const server = createListener(sessionOf)
  server.on('connection', (socket) => {
    // Stays for good: Node hands sockets of CONNECT over without a listener, and a reset then ends the process.
    socket.on('error', ignore)
    if (current === null || !isPeer(socket.remoteAddress ?? '') || !current.accept(socket)) socket.destroy()
    else sessions.set(socket, current)
  })
  await listen(server, host)

  return {
    address: addressOf(server, host),
    begin(render) {
      if (current !== null) throw new TypeError('a render is under way at this filter')
      const session = new RenderSession(render, outletOf(render.proxy), () => {
        current = null
      })
      current = session
      if (render.signal.aborted) session.end()
      return session
    },
    async close() {
      current?.end()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function createListener(sessionOf: (socket: Socket) => RenderSession | null): Server {
  const server = createServer({
    maxHeaderSize: MAX_REQUEST_HEAD_BYTES,
    headersTimeout: HEAD_LIMIT_MS,
    requestTimeout: REQUEST_LIMIT_MS,
    keepAliveTimeout: IDLE_LIMIT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
  })
  const handOver = (
    answer: (session: RenderSession, request: IncomingMessage, socket: Socket, head: Buffer) => Promise<void>,
  ) => {
    return (request: IncomingMessage, _socket: Duplex, head: Buffer) => {
      const { socket } = request
      const session = sessionOf(socket)
      if (session === null) socket.destroy()
      else void answer(session, request, socket, head)
    }
  }
  server.on('connect', handOver(answerConnect))
  server.on('upgrade', handOver(answerUpgrade))
  server.on('request', (request, response) => {
    const session = sessionOf(request.socket)
    if (session === null) request.socket.destroy()
    else void answerRequest(session, request, response)
  })
  return server
}

function listen(server: Server, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function addressOf(server: Server, host: string): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the filter has no port')
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

function peersOf(peers: readonly string[] | undefined): (address: string) => boolean {
  if (peers === undefined) {
    return (address) => {
      const spelled = canonicalAddress(address) ?? ''
      return spelled === '::1' || spelled.startsWith('127.')
    }
  }
  const allowed = new Set(peers.map(canonicalAddress))
  return (address) => allowed.has(canonicalAddress(address) ?? '')
}

function ignore(): void {}
