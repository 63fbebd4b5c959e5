// The protocol over a WebSocket, for browsers elsewhere.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Secret } from '@kiosk/catalog'
import type { Transport } from './transport.ts'

/** No connection to a browser elsewhere. The message never holds its address, for that may hold a token. */
export class RemoteUnreachable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RemoteUnreachable'
  }
}

const CONNECT_LIMIT_MS = 10_000

/** Connects to a browser.
 * @param address ws or wss: of the debugger itself; http or https: of the browser, which is asked where its debugger is.
 * Throws `RemoteUnreachable`, also when the signal aborts. */
export async function connectRemote(address: Secret, wanted: AbortSignal): Promise<Transport> {
  const signal = AbortSignal.any([wanted, AbortSignal.timeout(CONNECT_LIMIT_MS)])
  const url = await debuggerUrl(address.reveal(), signal)
  const socket = openSocket(url)
  const { promise, resolve, reject } = Promise.withResolvers<Transport>()
  const fail = () => {
    socket.close()
    reject(new RemoteUnreachable('The remote browser takes no WebSocket connection.'))
  }
  socket.addEventListener('open', () => resolve(transportOf(socket)), { once: true })
  socket.addEventListener('error', fail, { once: true })
  if (signal.aborted) fail()
  else signal.addEventListener('abort', fail, { once: true })
  return promise.finally(() => signal.removeEventListener('abort', fail))
}

/** What is no address of a WebSocket is refused at once, by an error that may repeat it. */
function openSocket(url: string): WebSocket {
  try {
    return new WebSocket(url)
  } catch {
    throw new RemoteUnreachable('The address of the debugger is none of a WebSocket.')
  }
}

function transportOf(socket: WebSocket): Transport {
  return {
    send: (text) => socket.send(text),
    start(onMessage, onEnd) {
      socket.addEventListener('message', ({ data }) => onMessage(String(data)))
      socket.addEventListener('close', onEnd, { once: true })
    },
    close: () => socket.close(),
  }
}

async function debuggerUrl(address: string, signal: AbortSignal): Promise<string> {
  const url = URL.parse(address)
  if (url?.protocol === 'ws:' || url?.protocol === 'wss:') return url.href
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new RemoteUnreachable('The address of the remote browser is none of ws, wss, http and https.')
  }
  // Chromium answers nobody who calls it by a name.
  if (url.protocol === 'http:' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0) {
    const found = await lookup(url.hostname).catch(() => null)
    if (found === null) throw new RemoteUnreachable('The host of the remote browser has no address.')
    url.hostname = found.family === 6 ? `[${found.address}]` : found.address
  }
  const question = new URL(url)
  question.pathname = `${url.pathname.replace(/\/$/, '')}/json/version`
  const answer = await fetch(question, { signal, redirect: 'error' })
    .then((response) => response.json())
    .catch(() => null)
  const said = typeof answer === 'object' && answer !== null && 'webSocketDebuggerUrl' in answer
  const debug = said && typeof answer.webSocketDebuggerUrl === 'string' ? URL.parse(answer.webSocketDebuggerUrl) : null
  if (debug === null) throw new RemoteUnreachable('The remote browser does not say where its debugger is.')
  // It knows itself by an address that may mean nothing here; and it does not repeat the token.
  debug.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  debug.host = url.host
  for (const [name, value] of url.searchParams) if (!debug.searchParams.has(name)) debug.searchParams.set(name, value)
  return debug.href
}
