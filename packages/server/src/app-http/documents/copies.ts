// Documents as they are sent: made once for each state of the catalog, compressed when somebody first takes them so.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import type { CatalogDocument } from '@kiosk/catalog'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from '../accepted-encoding.ts'

const zipped = promisify(gzip)
const brotlied = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)
const QUICK: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export interface Copy {
  /** Weak, since the compressed forms share it. */
  readonly etag: string
  readonly identity: Buffer
  readonly compressed: Map<Encoding, Promise<Buffer>>
}

/** Finds the copy of a document, or makes it. Copies go when their catalog does. */
export type Copies = (catalog: CatalogDocument, name: string, make: (catalog: CatalogDocument) => string) => Copy

export function createCopies(): Copies {
  const made = new WeakMap<CatalogDocument, Map<string, Copy>>()
  return (catalog, name, make) => {
    const ofCatalog = made.get(catalog) ?? new Map<string, Copy>()
    made.set(catalog, ofCatalog)
    const copy = ofCatalog.get(name) ?? copyOf(make(catalog))
    ofCatalog.set(name, copy)
    return copy
  }
}

export function copyOf(text: string): Copy {
  const etag = `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`
  return { etag, identity: Buffer.from(text), compressed: new Map() }
}

/** Answers with the copy, or with 304 to whoever has it. Headers that a document has of its own are set before. */
export async function sendCopy(request: FastifyRequest, reply: FastifyReply, copy: Copy): Promise<FastifyReply> {
  reply.headers({ etag: copy.etag, vary: 'accept-encoding' })
  if (hasIt(request.headers['if-none-match'], copy.etag)) return reply.removeHeader('content-type').code(304).send()
  const encoding = acceptedEncoding(request)
  if (encoding === null) return reply.send(copy.identity)
  // These documents hold no secrets, which compression could give away.
  const compressed = copy.compressed.get(encoding) ?? compress(copy.identity, encoding)
  copy.compressed.set(encoding, compressed)
  return reply.header('content-encoding', encoding).send(await compressed)
}

function compress(identity: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'gzip' ? zipped(identity) : brotlied(identity, QUICK)
}

/** Tags are compared as weak ones, as RFC 9110 has it for reads. */
function hasIt(ifNoneMatch: string | undefined, etag: string): boolean {
  const held = ifNoneMatch?.split(',').map((tag) => tag.trim()) ?? []
  return held.some((tag) => tag === '*' || tag === etag || `W/${tag}` === etag)
}
