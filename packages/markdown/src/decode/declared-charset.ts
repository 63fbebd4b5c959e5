// What a page or its server says about its charset. All answers are names that TextDecoder knows, or null.

/** Where browsers look for a `meta`, times four: pages put comments before it. */
const MARKUP_BYTES = 4096

export function charsetOfBom(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

export function charsetOfContentType(contentType: string | undefined): string | null {
  return knownCharset(/;\s*charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(contentType ?? '')?.[1])
}

/** The label that the markup itself gives, in an XML declaration or a `meta`. */
export function charsetOfMarkup(bytes: Uint8Array): string | null {
  const head = new TextDecoder('windows-1252')
    .decode(bytes.subarray(0, MARKUP_BYTES))
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  const declaration = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']\s*([^\s"']+)/i.exec(head)?.[1]
  for (const [tag] of head.matchAll(/<meta[\s/][^>]*>/gi)) {
    const charset = knownCharset(charsetOfMeta(tag))
    // A page in which this can be read as bytes is not UTF-16, whatever it says.
    if (charset !== null) return charset.startsWith('utf-16') ? 'utf-8' : charset
  }
  const charset = knownCharset(declaration)
  return charset?.startsWith('utf-16') ? 'utf-8' : charset
}

function charsetOfMeta(tag: string): string | undefined {
  const direct = /[\s/]charset\s*=\s*(?:"\s*([^"]*?)\s*"|'\s*([^']*?)\s*'|([^\s"'>;]+))/i.exec(
    tag.replace(/[\s/]content\s*=\s*(?:"[^"]*"|'[^']*')/gi, ''),
  )
  if (direct) return direct[1] ?? direct[2] ?? direct[3]
  if (!/http-equiv\s*=\s*["']?\s*content-type/i.test(tag)) return undefined
  return /charset\s*=\s*["']?\s*([^\s"';>]+)/i.exec(tag)?.[1]
}

/** The name that TextDecoder has for a label; null when it knows none. */
function knownCharset(label: string | undefined): string | null {
  if (!label) return null
  try {
    const { encoding } = new TextDecoder(label)
    // Its letters beyond ASCII are nobody's; pages that name it mean to be read byte by byte.
    return encoding === 'x-user-defined' ? 'windows-1252' : encoding
  } catch {
    return null
  }
}
