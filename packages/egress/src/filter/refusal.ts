// What a browser sees of a request that does not go through: always the same, whatever the reason.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode, OperationError } from '@kiosk/catalog'

/** Header of every answer that the filter gives in place of a target; taken off the answers of others. */
export const FILTER_MARK = 'x-kiosk-filter'

/** A body, for without one browsers show a page of their own in the frame. */
const BLANK_PAGE = '<!doctype html>'

const REASON = 'Refused'

/** A page cannot read more of an answer of another origin than that there was one; so 403 and 502 tell it nothing. */
const UNREACHABLE: ReadonlySet<ErrorCode> = new Set(['UPSTREAM_UNREACHABLE', 'UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT'])

function statusOf(error: OperationError): 403 | 502 {
  return UNREACHABLE.has(error.code) ? 502 : 403
}

/** Answers a request of which nothing was answered yet. */
export function refuseRequest(response: ServerResponse, error: OperationError): void {
  // What is left of the request's body is not worth reading.
  if (!response.req.complete) response.setHeader('connection', 'close')
  // With words of its own: those of an answer that could not be passed on may be why it could not.
  response.writeHead(statusOf(error), REASON, {
    'content-type': 'text/html',
    'content-length': BLANK_PAGE.length,
    'cache-control': 'no-store',
    [FILTER_MARK]: 'refused',
  })
  response.end(BLANK_PAGE)
}

/** Answers CONNECT and `Upgrade`, for which there is no response object; the connection ends. */
export function refuseSocket(socket: Socket, error: OperationError): void {
  const status = statusOf(error)
  const lines = [`HTTP/1.1 ${status} ${REASON}`, 'content-length: 0', 'connection: close', `${FILTER_MARK}: refused`]
  if (socket.writable) socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.destroySoon()
}
