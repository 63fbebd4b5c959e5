// A proxy of a caller's or the operator's: how it is written, and how a connection through it is opened.
import type { Socket } from 'node:net'
import { invalidInput, type Secret } from '@kiosk/catalog'
import { dial, secure, unreachable } from '../destination/dial.ts'
import type { JudgedAddress } from '../destination/resolve.ts'
import { type Endpoint, parseHost } from '../destination/target.ts'
import { readReply } from './proxy-reply.ts'
import { greetSocks } from './socks.ts'

/** A parsed proxy. Holds the credentials in clear: it stays inside egress and is in no message. */
export interface ProxyAddress extends Endpoint {
  readonly kind: 'http' | 'https' | 'socks5'
  readonly credentials: { readonly user: string; readonly password: string } | null
}

/** What is said of a proxy's 407, the same for every kind. */
export const PROXY_WANTS_CREDENTIALS = 'The proxy refuses the credentials, or asks for some.'

const DEFAULT_PORT = { http: 80, https: 443, socks5: 1080 } as const

/** Reads a proxy's address. Throws `INVALID_INPUT` that names `field` and repeats nothing of the value. */
export function parseProxy(proxy: Secret, field: string): ProxyAddress {
  const text = proxy.reveal().trim()
  const [, scheme, rest] = /^(https?|socks5):\/\/(.+)$/is.exec(text) ?? []
  const kind = scheme?.toLowerCase()
  if (rest === undefined || (kind !== 'http' && kind !== 'https' && kind !== 'socks5')) throw malformed(field)
  // Only http and https addresses have their hosts spelled out by URL; each of them hides its own default port.
  const [plain, tls] = [`http://${rest}`, `https://${rest}`].map((spelling) => URL.parse(spelling))
  if (!plain || !tls || /[\s\p{Cc}\\]/u.test(text)) throw malformed(field)
  if (plain.pathname !== '/' || plain.search !== '' || plain.hash !== '') throw malformed(field)
  const port = Number(plain.port || tls.port || DEFAULT_PORT[kind])
  if (port === 0) throw malformed(field)
  return { kind, ...parseHost(plain.hostname, port), credentials: readCredentials(plain, kind, field) }
}

function readCredentials(url: URL, kind: ProxyAddress['kind'], field: string): ProxyAddress['credentials'] {
  if (url.username === '' && url.password === '') return null
  const [user, password] = [url.username, url.password].map((part) => decode(part, field))
  if (user === undefined || password === undefined) throw malformed(field)
  if (kind !== 'socks5' && user.includes(':')) throw malformed(field)
  // SOCKS has one byte for each length, and no empty user name or password.
  const fits = (part: string) => Buffer.byteLength(part) >= 1 && Buffer.byteLength(part) <= 255
  if (kind === 'socks5' && !(fits(user) && fits(password))) throw malformed(field)
  return { user, password }
}

function decode(part: string, field: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw malformed(field)
  }
}

function malformed(field: string) {
  return invalidInput(
    field,
    'expected an http, https or socks5 URL of scheme, host and port, with user:password@ before the host if needed',
  )
}

/** True when a plain http request is sent to the proxy with its whole address, as web proxies expect. */
export function takesAbsoluteForm(proxy: ProxyAddress, secureTarget: boolean): boolean {
  return proxy.kind !== 'socks5' && !secureTarget
}

/** Value of `Proxy-Authorization`, or null for a proxy without credentials. */
export function proxyAuthorization({ credentials }: ProxyAddress): string | null {
  if (credentials === null) return null
  return `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`
}

/** Opens a connection to `target` through the proxy; names are left to it. For a plain http target of a web proxy it is
 * the connection to the proxy itself. Throws `UPSTREAM_UNREACHABLE`, with nothing of the proxy in the message. */
export async function dialThrough(
  proxy: ProxyAddress,
  judged: JudgedAddress,
  target: Endpoint & { readonly secure: boolean },
  signal: AbortSignal,
): Promise<Socket> {
  if (takesAbsoluteForm(proxy, target.secure)) return dialProxy(proxy, judged, signal)
  const socket = await tunnelThrough(proxy, judged, target, signal)
  return target.secure ? secure(socket, target.host, signal) : socket
}

/** Opens a connection through the proxy that carries whatever is written to it, to `target` and back.
 * Throws `UPSTREAM_UNREACHABLE`, with nothing of the proxy in the message. */
export async function tunnelThrough(
  proxy: ProxyAddress,
  judged: JudgedAddress,
  target: Endpoint,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = await dialProxy(proxy, judged, signal)
  const stop = () => socket.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (signal.aborted) stop()
    if (proxy.kind === 'socks5') await greetSocks(socket, proxy, target)
    else await requestTunnel(socket, proxy, target)
    return socket
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? unreachable('The proxy did not open a connection in time.', error) : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function dialProxy(proxy: ProxyAddress, judged: JudgedAddress, signal: AbortSignal): Promise<Socket> {
  try {
    const socket = await dial(judged, signal)
    return proxy.kind === 'https' ? await secure(socket, proxy.host, signal) : socket
  } catch (error) {
    throw unreachable('The proxy does not accept a connection.', error)
  }
}

async function requestTunnel(socket: Socket, proxy: ProxyAddress, { host, port }: Endpoint): Promise<void> {
  const authority = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
  const authorization = proxyAuthorization(proxy)
  const lines = [`CONNECT ${authority} HTTP/1.1`, `host: ${authority}`]
  if (authorization !== null) lines.push(`proxy-authorization: ${authorization}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const head = await readReply(socket, (bytes) => {
    const end = bytes.indexOf('\r\n\r\n')
    return end < 0 ? null : end + 4
  })
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |\r)/.exec(head.toString('latin1'))?.[1])
  if (status === 407) throw unreachable(PROXY_WANTS_CREDENTIALS)
  if (Number.isNaN(status)) throw unreachable('The proxy does not answer as an HTTP proxy does.')
  if (status < 200 || status > 299) throw unreachable(`The proxy refuses the connection (status ${status}).`)
}
