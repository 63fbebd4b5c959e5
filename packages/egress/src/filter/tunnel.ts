// Connections that carry bytes nobody looks into: CONNECT, and WebSockets without TLS.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Dispatcher } from 'undici'
import { CONNECT_LIMIT_MS } from '../destination/dial.ts'
import { type Endpoint, refuse } from '../destination/target.ts'
import { IDLE_LIMIT_MS } from './bounds.ts'
import { dispatchTarget } from './exchange.ts'
import { forwardedHeaders, headerTexts } from './forwarded-headers.ts'
import { refuseSocket } from './refusal.ts'
import { readAbsoluteForm, readAuthority } from './request-target.ts'
import type { RenderSession } from './session.ts'

/** Answers CONNECT. Never throws. @param head bytes that came right after the request. */
export async function answerConnect(session: RenderSession, request: IncomingMessage, client: Socket, head: Buffer) {
  let target: Endpoint | null = null
  const leaving = new AbortController()
  const leave = () => leaving.abort(new Error('the page does not want the connection any more'))
  client.once('close', leave)
  try {
    target = readAuthority(request.url ?? '')
    session.admit(target)
    const signal = AbortSignal.any([session.signal, leaving.signal, AbortSignal.timeout(CONNECT_LIMIT_MS)])
    const far = session.hold(await session.outlet.tunnel(target, signal))
    client.off('close', leave)
    if (client.destroyed) far.destroy()
    else openTunnel(session, client, far, 'HTTP/1.1 200 Connection established\r\n\r\n', head)
  } catch (error) {
    // One that left while it waited was not refused.
    if (!client.destroyed) refuseSocket(client, session.noteFailure(target, error))
  }
}

/** Answers a request with `Upgrade`, of which only WebSockets are passed on. Never throws. */
export async function answerUpgrade(session: RenderSession, request: IncomingMessage, client: Socket, head: Buffer) {
  let target: Endpoint | null = null
  try {
    const { endpoint, ...rest } = readAbsoluteForm(request.url ?? '')
    target = endpoint
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') throw refuse('Only WebSockets are upgraded to.')
    session.admit(endpoint)
    const dispatcher = await session.pool.open()
    const message = { ...dispatchTarget(session, { endpoint, ...rest }, request), upgrade: 'websocket' }
    await new Promise<void>((resolve, reject) => {
      dispatcher.dispatch(message, upgradeHandler(session, client, head, resolve, reject))
    })
  } catch (error) {
    if (!client.destroyed) refuseSocket(client, session.noteFailure(target, error))
  }
}

function upgradeHandler(
  session: RenderSession,
  client: Socket,
  head: Buffer,
  resolve: () => void,
  reject: (error: unknown) => void,
): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller) {
      const leave = () => controller.abort(new Error('the page does not want the connection any more'))
      if (client.destroyed) leave()
      else client.once('close', leave)
    },
    onRequestUpgrade({ rawHeaders }, status, _headers, far) {
      const raw = forwardedHeaders(headerTexts(rawHeaders))
      const lines = [`HTTP/1.1 ${status} Switching Protocols`, 'connection: Upgrade', 'upgrade: websocket']
      for (let at = 0; at + 1 < raw.length; at += 2) lines.push(`${raw[at]}: ${raw[at + 1]}`)
      openTunnel(session, client, far, `${lines.join('\r\n')}\r\n\r\n`, head)
      resolve()
    },
    onResponseStart(controller) {
      controller.abort(new Error('no upgrade'))
    },
    onResponseError(_controller, error) {
      reject(error)
    },
  }
}

/** Joins two connections; each waits while the other does not read, and both end together.
 * @param answer the last that the proxy itself says to the client. */
function openTunnel(session: RenderSession, client: Socket, far: Duplex, answer: string, head: Buffer): void {
  client.write(answer, 'latin1')
  if (head.length > 0) client.unshift(head)
  pump(far, client, (bytes) => session.countReceived(bytes))
  pump(client, far, (bytes) => session.countSent(bytes))
  client.setTimeout(IDLE_LIMIT_MS, () => client.destroy())
  client.once('close', () => far.destroy())
  far.once('close', () => client.destroySoon())
  far.on('error', () => client.destroy())
}

function pump(from: Duplex, to: Duplex, count: (bytes: number) => void): void {
  from.on('data', (chunk: Buffer) => {
    count(chunk.length)
    if (to.writable && !to.write(chunk)) from.pause()
  })
  to.on('drain', () => from.resume())
  from.once('end', () => to.end())
}
