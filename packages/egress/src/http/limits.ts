// Reads bodies within their bounds: bytes as sent, bytes after decompression.
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { OperationError } from '@kiosk/catalog'

/** Bytes of a body after decompression, where a request names none. */
export const DEFAULT_MAX_BYTES = 10 * 1024 * 1024

/** Largest head of an answer. */
export const MAX_HEADER_BYTES = 32 * 1024

/** What an answer may be compressed with; sent as `Accept-Encoding`. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd'

/** Encodings on top of each other that are undone; more are only made to make work. */
const MAX_LAYERS = 2

type Decoder = (bytes: Uint8Array, limits: { maxOutputLength: number }) => Promise<Uint8Array>

/** Reads a whole body and undoes its content encoding.
 * Throws `UNPROCESSABLE` when it is larger than `maxBytes` at any stage, `UPSTREAM_ERROR` when it cannot be decoded. */
export async function readBody(
  stream: Readable,
  headers: { readonly length: string | null; readonly encoding: string | null },
  maxBytes: number,
): Promise<Uint8Array> {
  if (Number(headers.length) > maxBytes) {
    stream.destroy()
    throw tooLarge(maxBytes)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    // Leaving the loop destroys the stream and with it the connection.
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return decode(Buffer.concat(chunks, size), layersOf(headers.encoding), maxBytes)
}

async function decode(sent: Uint8Array, layers: readonly Decoder[], maxBytes: number): Promise<Uint8Array> {
  let bytes = sent
  // Answers without a body may still name an encoding.
  if (bytes.length === 0) return bytes
  for (const layer of layers) {
    try {
      bytes = await layer(bytes, { maxOutputLength: maxBytes })
    } catch (error) {
      if (error instanceof RangeError) throw tooLarge(maxBytes)
      throw new OperationError('UPSTREAM_ERROR', "The upstream's answer cannot be decompressed.", { cause: error })
    }
  }
  return bytes
}

function layersOf(encoding: string | null): Decoder[] {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  const layers = names.map((name) => decoders[name]).filter((layer) => layer !== undefined)
  if (layers.length !== names.length || layers.length > MAX_LAYERS) {
    throw new OperationError('UPSTREAM_ERROR', "The upstream's answer has a content encoding that was not asked for.")
  }
  return layers.reverse()
}

const ungzip: Decoder = promisify(gunzip)

const decoders: Readonly<Record<string, Decoder | undefined>> = {
  gzip: ungzip,
  'x-gzip': ungzip,
  br: promisify(brotliDecompress),
  // Servers send both forms under this name; the first byte of the wrapped one tells.
  deflate: (bytes, limits) => ((bytes[0] ?? 0) % 16 === 8 ? promisify(inflate) : promisify(inflateRaw))(bytes, limits),
  // A frame may ask for a window of gigabytes; 8 MB is what decoders must support.
  zstd: (bytes, limits) =>
    promisify(zstdDecompress)(bytes, { ...limits, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
}

function tooLarge(maxBytes: number): OperationError {
  const size = maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / (1024 * 1024))} MB` : `${maxBytes} bytes`
  return new OperationError('UNPROCESSABLE', `The answer is larger than ${size}; only smaller ones are read.`)
}
