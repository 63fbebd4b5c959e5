// What a request to a proxy names: an absolute address, or host and port of a tunnel.
import { type Endpoint, endpointOf, parseTarget, refuse } from '../destination/target.ts'

export interface RequestTarget {
  readonly endpoint: Endpoint
  /** Scheme, host and port as they are sent on. */
  readonly origin: string
  /** Host and, where it is not the usual one, port. */
  readonly host: string
  /** Path and query as the browser wrote them. */
  readonly path: string
}

/** Only the authority is parsed, and once: what is judged, what is dialled and the `Host` that is sent are all of it.
 * @param text the request line's target, such as `http://host:81/a?b`. Throws `DESTINATION_REFUSED`. */
export function readAbsoluteForm(text: string): RequestTarget {
  const [, authority, rest] = /^http:\/\/([^/?#\\]+)([/?][^#]*)?$/i.exec(text) ?? []
  if (authority === undefined) throw refuse('Not an absolute http address.')
  const url = parseTarget(`http://${authority}/`)
  const path = rest === undefined || rest.startsWith('?') ? `/${rest ?? ''}` : rest
  return { endpoint: endpointOf(url), origin: url.origin, host: url.host, path }
}

/** @param text target of a CONNECT, such as `host:443` or `[2606:4700::1111]:443`. Throws `DESTINATION_REFUSED`. */
export function readAuthority(text: string): Endpoint {
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^:@/?#[\]\\]+):(\d{1,5})$/i.exec(text) ?? []
  if (host === undefined || Number(port) === 0) throw refuse('Not a host and a port.')
  return endpointOf(parseTarget(`https://${host}:${port}/`))
}
