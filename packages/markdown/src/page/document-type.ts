// What kind of document an answer is: its content type, checked against its first bytes as browsers do (WHATWG MIME Sniffing).

export type DocumentType =
  | { readonly kind: 'html' }
  | { readonly kind: 'text'; readonly isMarkdown: boolean }
  /** `type` is a noun with its article, such as `a PDF document`. */
  | { readonly kind: 'other'; readonly type: string }

const HTML: DocumentType = { kind: 'html' }
const TEXT: DocumentType = { kind: 'text', isMarkdown: false }
const MARKDOWN: DocumentType = { kind: 'text', isMarkdown: true }

/** Bytes that are looked at, as in browsers. */
const SNIFFED_BYTES = 1445

/** Types that mean "not known". */
const UNKNOWN = new Set(['unknown/unknown', 'application/unknown', '*/*'])

const XML = /^(?:text|application)\/xml$|\+xml$/
const JSON_TYPE = /^(?:application|text)\/(?:json|x-json|ld\+json|.*\+json)$/

const NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'a PDF document',
  'application/rss+xml': 'an RSS feed',
  'application/atom+xml': 'an Atom feed',
  'application/rdf+xml': 'an RDF feed',
  'application/feed+json': 'a JSON feed',
  'application/zip': 'a ZIP archive',
  'application/gzip': 'a gzip archive',
  'application/octet-stream': 'a binary file',
  'image/svg+xml': 'an SVG image',
  'text/css': 'a style sheet',
  'text/csv': 'a CSV file',
}

/** Beginnings of well-known binary formats, as latin1; `?` is any byte. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF-', 'application/pdf'],
  ['%!PS-Adobe-', 'application/postscript'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['RIFF????WEBPVP', 'image/webp'],
  ['RIFF????WAVE', 'audio/wave'],
  ['????ftypavif', 'image/avif'],
  ['????ftyp', 'video/mp4'],
  ['\x1a\x45\xdf\xa3', 'video/webm'],
  ['OggS\0', 'application/ogg'],
  ['ID3', 'audio/mpeg'],
  ['PK\x03\x04', 'application/zip'],
  ['\x1f\x8b\x08', 'application/gzip'],
  ['Rar!\x1a\x07', 'application/vnd.rar'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  ['wOFF', 'font/woff'],
  ['wOF2', 'font/woff2'],
]

const HTML_START =
  /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link|!--)(?=[\s>/]|--)/i

/** @param contentType value of the header, if any
 * @param url of the answer: tells Markdown files that are served as plain text */
export function documentType(bytes: Uint8Array, contentType: string | undefined, url: string): DocumentType {
  const start = latin1(bytes.subarray(0, SNIFFED_BYTES))
  const stated = essenceOf(contentType)
  if (stated === null || UNKNOWN.has(stated)) return sniffUnknown(start, url)
  if (stated === 'text/html') return signatureOf(start) ?? feedIn(start) ?? jsonIn(bytes) ?? HTML
  if (stated === 'application/xhtml+xml') return HTML
  if (stated === 'text/markdown' || stated === 'text/x-markdown') return asText(start, MARKDOWN)
  if (stated === 'text/plain') return asText(start, isMarkdownFile(url) ? MARKDOWN : TEXT)
  if (XML.test(stated)) return xmlDocument(start, stated)
  return { kind: 'other', type: nameOf(stated) }
}

/** `Text/HTML; charset=x` → `text/html`; null for what is no media type. Of several headers the last one counts. */
function essenceOf(contentType: string | undefined): string | null {
  const essences = (contentType ?? '').split(',').map((one) => one.split(';', 1)[0]?.trim().toLowerCase() ?? '')
  return essences.findLast((one) => /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(one)) ?? null
}

function latin1(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

function sniffUnknown(start: string, url: string): DocumentType {
  const bare = start.replace(/^\xef\xbb\xbf/, '')
  if (HTML_START.test(bare)) return HTML
  if (/^[\t\n\f\r ]*<\?xml/i.test(bare)) return xmlDocument(bare, 'text/xml')
  return signatureOf(start) ?? feedIn(bare) ?? asText(start, isMarkdownFile(url) ? MARKDOWN : TEXT)
}

function signatureOf(start: string): DocumentType | null {
  const found = SIGNATURES.find(([signature]) =>
    [...signature].every((wanted, index) => wanted === '?' || wanted === start[index]),
  )
  // `GIF89a is a format` and `ID3 tags` are words.
  if (found === undefined || !(found[0].startsWith('%') || [...start].some(isBinary))) return null
  return { kind: 'other', type: nameOf(found[1]) }
}

function asText(start: string, type: DocumentType): DocumentType {
  const isWide = start.startsWith('\xfe\xff') || start.startsWith('\xff\xfe')
  if (isWide || ![...start].some(isBinary)) return type
  return signatureOf(start) ?? { kind: 'other', type: nameOf('application/octet-stream') }
}

/** True for a byte that stands in no text. */
function isBinary(byte: string): boolean {
  const code = byte.charCodeAt(0)
  return code < 0x09 || code === 0x0b || (code > 0x0d && code < 0x20 && code !== 0x1b)
}

function isMarkdownFile(url: string): boolean {
  return URL.canParse(url) && /\.(?:md|markdown|mdown|mkd)$/i.test(new URL(url).pathname)
}

/** A feed behind declarations and comments, whatever it is labelled. */
function feedIn(start: string): DocumentType | null {
  const root = rootOf(start)
  if (root === 'rss') return { kind: 'other', type: nameOf('application/rss+xml') }
  if (root === 'feed') return { kind: 'other', type: nameOf('application/atom+xml') }
  if (root === 'rdf:rdf') return { kind: 'other', type: nameOf('application/rdf+xml') }
  return null
}

/** Name of the first element, in lower case; null when text comes first. */
function rootOf(start: string): string | null {
  let rest = start.replace(/^\xef\xbb\xbf/, '').trimStart()
  for (let left = 20; left > 0; left -= 1) {
    const end = rest.startsWith('<!--') ? '-->' : /^<[?!]/.test(rest) ? '>' : null
    if (end === null) break
    const at = rest.indexOf(end)
    if (at === -1) return null
    rest = rest.slice(at + end.length).trimStart()
  }
  return /^<([a-z][\w:.-]*)/i.exec(rest)?.[1]?.toLowerCase() ?? null
}

function xmlDocument(start: string, stated: string): DocumentType {
  const isPage = rootOf(start) === 'html'
  return isPage ? HTML : (feedIn(start) ?? { kind: 'other', type: nameOf(stated) })
}

/** An interface's answer that is labelled as a page. */
function jsonIn(bytes: Uint8Array): DocumentType | null {
  const first = bytes.find((byte) => !isBlank(byte))
  const last = bytes.findLast((byte) => !isBlank(byte))
  const isFramed = (first === 0x7b && last === 0x7d) || (first === 0x5b && last === 0x5d)
  if (!isFramed) return null
  try {
    JSON.parse(new TextDecoder().decode(bytes))
    return { kind: 'other', type: nameOf('application/json') }
  } catch {
    return null
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}

function nameOf(type: string): string {
  const name = NAMES[type]
  if (name !== undefined) return name
  if (JSON_TYPE.test(type)) return 'a JSON document'
  if (XML.test(type)) return 'an XML document'
  const [kind = '', format = ''] = type.split('/')
  if (kind === 'image') return `an image (${format})`
  if (kind === 'audio') return `an audio file (${format})`
  if (kind === 'video') return `a video (${format})`
  if (kind === 'font') return `a font (${format})`
  return `a document of type ${type}`
}
