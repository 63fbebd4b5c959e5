// The document of a render that was given as html: the filter is its server, so it has an http origin and no network.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FilteredRender } from './filter.ts'
import type { RequestTarget } from './request-target.ts'

/** @returns false when the request is not for the document's host, and nothing was answered. */
export function serveDocument(
  document: FilteredRender['document'],
  { endpoint, path }: RequestTarget,
  { method }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (document === null || endpoint.host !== document.host || endpoint.port !== 80) return false
  const isHere = /^\/(?:\?|$)/.test(path) && (method === 'GET' || method === 'HEAD')
  const body = Buffer.from(isHere ? document.html : '')
  response.writeHead(isHere ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
  })
  response.end(method === 'HEAD' ? undefined : body)
  return true
}
