// A browser's side of the filter: requests with whole addresses, CONNECT, and bytes that no browser would send.
import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Secret } from '@kiosk/catalog'
import type { Egress, Filter, FilteredRender, FilterSession } from '../../../src/index.ts'

export interface FilterAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly body: string
}

interface Question {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
  readonly agent?: Agent
}

/** Sends one request and reads its answer. Rejects when the connection ends before. */
export async function ask(filter: Filter, url: string, question: Question = {}): Promise<FilterAnswer> {
  const { hostname, port } = new URL(filter.address)
  const { method = 'GET', headers = {}, body, agent = false } = question
  return new Promise((resolve, reject) => {
    const sending = request({ hostname, port, path: url, method, headers, agent }, (answer) => {
      buffer(answer).then((bytes) => {
        const { statusCode = 0, headers, rawHeaders } = answer
        resolve({ status: statusCode, headers, rawHeaders, body: bytes.toString() })
      }, reject)
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

/** Opens a connection to the filter. It never raises an unhandled error. */
export async function open(filter: Filter): Promise<Socket> {
  const { hostname, port } = new URL(filter.address)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  await new Promise((resolve) => {
    socket.once('connect', resolve)
    socket.once('close', resolve)
  })
  return socket
}

/** Writes bytes and reads all that comes until the filter closes. */
export async function speak(filter: Filter, bytes: string | Buffer): Promise<string> {
  const socket = await open(filter)
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(bytes)
  await closed
  return Buffer.concat(parts).toString('latin1')
}

export interface Tunnel {
  readonly status: number
  readonly head: string
  readonly socket: Socket
}

/** Asks for a tunnel with CONNECT, or with the given head. */
export async function connectThrough(filter: Filter, authority: string, head?: string): Promise<Tunnel> {
  const socket = await open(filter)
  socket.write(head ?? `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n`)
  const answer = await readHead(socket)
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0), head: answer, socket }
}

/** Reads up to the end of a head; empty when the connection ends before. */
function readHead(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let head = ''
    const take = () => {
      for (let byte = socket.read(1); byte !== null; byte = socket.read(1)) {
        head += byte.toString('latin1')
        if (head.endsWith('\r\n\r\n')) return done(head)
      }
    }
    const done = (text: string) => {
      socket.off('readable', take)
      resolve(text)
    }
    socket.on('readable', take)
    socket.once('close', () => done(''))
    take()
  })
}

/** The next bytes of a connection; empty at its end. */
export function nextBytes(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString('latin1')))
    socket.once('close', () => resolve(''))
    socket.resume()
  })
}

/** Resolves when the connection is gone. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve()
    else socket.once('close', () => resolve())
    socket.resume()
  })
}

export interface TestRender {
  readonly filter: Filter
  readonly session: FilterSession
}

/** Begins a render at a filter of this egress. */
export async function beginRender(
  egress: Egress,
  {
    proxy = null,
    blocks = () => false,
    document = null,
    signal,
  }: Partial<FilteredRender> & { proxy?: Secret | null } = {},
): Promise<TestRender> {
  const filter = await egress.openFilter()
  const session = filter.begin({ signal: signal ?? new AbortController().signal, proxy, blocks, document })
  return { filter, session }
}

/** Of this process, both ends of what is local. */
export function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
}

/** Turns the event loop until it holds; the time limit of the test bounds it. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate)
}
