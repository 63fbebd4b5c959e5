// What the HTTP parser refuses wears the same envelope as everything else.
import type { Duplex } from 'node:stream'
import { type ErrorCode, OperationError } from '@kiosk/catalog'
import type { CallResponse } from '@kiosk/engine'

const byNodeCode: Readonly<Record<string, { code: ErrorCode; message: string }>> = {
  HPE_HEADER_OVERFLOW: { code: 'HEADERS_TOO_LARGE', message: 'The request headers are larger than 16 KB.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'REQUEST_TIMEOUT',
    message: 'The request did not arrive in time: headers within 10 s, the whole request within 60 s.',
  },
}

/** The error for what Node's parser reports. */
export function parserError(error: NodeJS.ErrnoException): OperationError {
  const known = byNodeCode[error.code ?? '']
  if (known !== undefined) return new OperationError(known.code, known.message)
  return new OperationError('INVALID_INPUT', 'The request is not well-formed HTTP/1.1.', { field: 'request' })
}

/** The error for an `Expect` other than 100-continue. */
export function unknownExpectation(): OperationError {
  return new OperationError('INVALID_INPUT', 'expect: only 100-continue is understood', { field: 'expect' })
}

/** Writes an answer to a bare socket and hangs up. @param common headers that every answer carries */
export function writeRaw(socket: Duplex, response: CallResponse, common: Readonly<Record<string, string>>): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const headers = {
    ...common,
    ...response.headers,
    'x-request-id': response.requestId,
    'cache-control': 'no-store',
    'content-length': String(response.body.length),
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${response.status} \r\n${lines.join('')}\r\n`), response.body]), () =>
    socket.destroy(),
  )
}
