// Addresses that follow from hosts and ports.
import { isIP } from 'node:net'

/** Nobody can connect to "all addresses", so those become loopback. */
export function addressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : isIP(host) === 6 && /^[0:]+$/.test(host) ? '::1' : host
  return new URL(`http://${urlHost(reachable)}:${port}`).origin
}

export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** A host as it stands in a URL. */
export function urlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host
}
