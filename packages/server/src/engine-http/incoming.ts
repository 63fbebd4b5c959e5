// A Node request as the engine's call.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { OperationError } from '@kiosk/catalog'
import type { CallRequest } from '@kiosk/engine'

/** Bytes of a refused body that are read and dropped, so that the caller can finish sending and read the answer. */
const DRAIN_BYTES = 16 * 1024 * 1024

const NONE: readonly string[] = []

export class IncomingCall implements CallRequest {
  readonly slug: string
  readonly #request: IncomingMessage
  readonly #response: ServerResponse

  constructor(request: IncomingMessage, response: ServerResponse, slug: string) {
    this.#request = request
    this.#response = response
    this.slug = slug
  }

  get method(): string {
    return this.#request.method ?? ''
  }

  get apiKey(): string | null {
    return header(this.#request, 'x-api-key')
  }

  get sessionToken(): string | null {
    return header(this.#request, 'x-kiosk-session')
  }

  get idempotencyKeys(): readonly string[] {
    if (this.#request.headers['idempotency-key'] === undefined) return NONE
    const { rawHeaders } = this.#request
    return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'idempotency-key')
  }

  get proxyUrl(): string | null {
    return header(this.#request, 'x-proxy-url')
  }

  get contentType(): string | null {
    return header(this.#request, 'content-type')
  }

  get contentEncoding(): string | null {
    return header(this.#request, 'content-encoding')
  }

  readBody(maxBytes: number): Promise<Buffer> {
    const request = this.#request
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(tooLarge(maxBytes))
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let size = 0
      const onData = (chunk: Buffer) => {
        size += chunk.length
        if (size > maxBytes) {
          request.off('data', onData)
          reject(tooLarge(maxBytes))
        } else {
          chunks.push(chunk)
        }
      }
      request.on('data', onData)
      request.once('end', () => {
        const [only] = chunks
        resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks))
      })
      request.once('error', () =>
        reject(new OperationError('REQUEST_TIMEOUT', 'The request ended before its body was complete.')),
      )
    })
  }

  onGone(listener: () => void): void {
    const response = this.#response
    if (response.destroyed) listener()
    else {
      response.once('close', () => {
        if (!response.writableEnded) listener()
      })
    }
  }
}

/** Reads and drops what is left of a body, and hangs up on one that does not end. */
export function drain(request: IncomingMessage): void {
  if (request.complete) return
  let left = DRAIN_BYTES
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.socket.destroy()
  })
  request.resume()
}

/** Value of a header as received; repeated ones are joined by Node with a comma. */
function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

function tooLarge(maxBytes: number): OperationError {
  return new OperationError(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than the ${maxBytes} bytes that this operation accepts.`,
    {
      details: { maxBytes },
    },
  )
}
