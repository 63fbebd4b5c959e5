// Opens connections to judged addresses, and to nothing else.
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { OperationError } from '@kiosk/catalog'
import { canonicalAddress } from './policy.ts'
import type { JudgedAddress } from './resolve.ts'

/** Longest time from the first question to the name service to a usable connection, TLS and proxy included. */
export const CONNECT_LIMIT_MS = 10_000

/** Most addresses of one host that are tried, and how long one may keep the next waiting. */
const MAX_ATTEMPTS = 3
const ATTEMPT_LIMIT_MS = 4000

/** Connects to the first of the judged addresses that answers. The socket never raises an unhandled `error`.
 * Throws `UPSTREAM_UNREACHABLE`. */
export async function dial({ addresses, port }: JudgedAddress, signal: AbortSignal): Promise<Socket> {
  let failure: unknown
  const candidates = addresses.slice(0, MAX_ATTEMPTS)
  for (const [index, address] of candidates.entries()) {
    const isLast = index === candidates.length - 1
    try {
      return await dialOne(
        address,
        port,
        isLast ? signal : AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_LIMIT_MS)]),
      )
    } catch (error) {
      failure = error
      if (signal.aborted) break
    }
  }
  throw unreachable(
    signal.aborted ? 'The host did not accept a connection in time.' : 'The host does not accept a connection.',
    failure,
  )
}

/** Puts TLS on a connection. The certificate must be valid for `host`. Throws `UPSTREAM_UNREACHABLE`. */
export async function secure(socket: Socket, host: string, signal: AbortSignal): Promise<Socket> {
  const isAddress = canonicalAddress(host) !== null
  const channel = connectTls({
    socket,
    // With an address there is no server name to send; the certificate is compared with `host` then.
    host,
    ...(isAddress ? {} : { servername: host }),
    ALPNProtocols: ['http/1.1'],
  })
  try {
    return await opened(channel, 'secureConnect', signal)
  } catch (error) {
    socket.destroy()
    throw unreachable(
      signal.aborted ? 'The secure channel was not set up in time.' : 'No secure channel: the TLS handshake failed.',
      error,
    )
  }
}

export function unreachable(message: string, cause?: unknown): OperationError {
  return new OperationError('UPSTREAM_UNREACHABLE', message, { cause })
}

async function dialOne(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host: address, port, autoSelectFamily: false, noDelay: true, keepAlive: true })
  await opened(socket, 'connect', signal)
  // The address was judged, so no name is asked again; should that ever change, it is seen here.
  if (canonicalAddress(socket.remoteAddress ?? '') !== address) {
    socket.destroy()
    throw new Error('connected to another address than the judged one')
  }
  return socket
}

function opened<S extends Socket>(socket: S, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      signal.removeEventListener('abort', onAbort)
      socket.off(event, onOpen)
      socket.off('close', onClose)
    }
    const onOpen = () => {
      settle()
      resolve(socket)
    }
    let failure: unknown = new Error('closed before it was open')
    const onClose = () => {
      settle()
      reject(failure)
    }
    const onAbort = () => {
      failure = signal.reason
      socket.destroy()
    }
    // Stays for good: whoever takes the socket next may attach its own listener a tick after an error.
    socket.on('error', (error) => {
      failure = error
    })
    socket.once(event, onOpen)
    socket.once('close', onClose)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
