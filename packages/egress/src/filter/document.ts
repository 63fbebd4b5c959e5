// The document of a render that was given as html: the filter is its server, so it has an http origin and no network.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestTarget } from './request-target.ts'
import type { RenderSession } from './session.ts'

/** A page may ask for its document again and again, so this is counted like everything else.
 * @returns false when the request is not for the document's host, and nothing was answered. Throws `UNPROCESSABLE`. */
export function serveDocument(
  session: RenderSession,
  { endpoint, path }: RequestTarget,
  { method }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { document } = session
  if (document === null || endpoint.host !== document.host || endpoint.port !== 80) return false
  const isHere = /^\/(?:\?|$)/.test(path) && (method === 'GET' || method === 'HEAD')
  session.countRequest()
  const body = Buffer.from(isHere ? document.html : '')
  session.countReceived(body.length)
  response.writeHead(isHere ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
  })
  response.end(method === 'HEAD' ? undefined : body)
  return true
}
