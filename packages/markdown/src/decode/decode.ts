import { charsetOfBom, charsetOfContentType, charsetOfMarkup } from './declared-charset.ts'
import { guessCharset } from './guess-charset.ts'

/** Bytes of a page as text. What names its charset, strongest first: a byte order mark, the `content-type` header, the page
 * itself, whether the bytes are UTF-8, what the letters look like. Never throws; bytes without a meaning become U+FFFD. */
export function decodePage(bytes: Uint8Array, contentType: string | undefined): string {
  const bom = charsetOfBom(bytes)
  if (bom !== null) return decode(bytes, bom)
  const stated = possible(charsetOfContentType(contentType), bytes)
  const written = possible(charsetOfMarkup(bytes), bytes)
  const declared = stated ?? written
  if (declared === 'utf-16le' || declared === 'utf-16be') {
    if (hasZeroByte(bytes)) return decode(bytes, declared)
  } else if (declared === ESCAPED_JAPANESE) return decode(bytes, declared)
  const utf8 = decodeStrictUtf8(bytes)
  if (utf8 !== null) {
    if (!isEscapedJapanese(utf8) || declared !== null)
      return isContradicted(utf8, stated, written) ? utf8 : decode(bytes, declared ?? 'utf-8', utf8)
    return decode(bytes, ESCAPED_JAPANESE)
  }
  if (declared !== null && declared !== 'utf-8' && !declared.startsWith('utf-16')) return decode(bytes, declared)
  return mostlyUtf8(bytes, declared === 'utf-8') ?? decode(bytes, guessCharset(bytes))
}

const ESCAPED_JAPANESE = 'iso-2022-jp'
const ESCAPE = 0x1b

/** Null for escaped Japanese without a single escape: the label is wrong, or all is ASCII. */
function possible(charset: string | null, bytes: Uint8Array): string | null {
  return charset === ESCAPED_JAPANESE && !bytes.includes(ESCAPE) ? null : charset
}

/** Whether text that is valid UTF-8 is to be believed rather than its label. */
function isContradicted(text: string, stated: string | null, written: string | null): boolean {
  if (!BEYOND_ASCII.test(text)) return true
  // Servers add ISO-8859-1 to whatever they send; against that label page and bytes agree.
  if (stated !== null) return stated === 'windows-1252' && written === 'utf-8'
  // Two bytes of a Chinese text may happen to be UTF-8, three in a row hardly ever are.
  return written === null || !MULTI_BYTE.has(written) || /[\u0800-\uffff]/.test(text)
}

const BEYOND_ASCII = /[^\0-\x7f]/
const MULTI_BYTE = new Set(['gbk', 'gb18030', 'big5', 'euc-jp', 'euc-kr', 'shift_jis'])

function decode(bytes: Uint8Array, charset: string, utf8?: string): string {
  return charset === 'utf-8' && utf8 !== undefined ? utf8 : new TextDecoder(charset).decode(bytes)
}

/** Null when the bytes are not UTF-8. A character that is cut at the end is left out; where it would be the only one beyond
 * ASCII, it is a letter of another charset. */
function decodeStrictUtf8(bytes: Uint8Array): string | null {
  const end = endOfLastCharacter(bytes)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end))
    return end === bytes.length || BEYOND_ASCII.test(text) ? text : null
  } catch {
    return null
  }
}

/** Where a page that was cut inside a UTF-8 character should have been. A decoder told of more to come would find it too,
 * by a path that takes ten times as long. */
function endOfLastCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes[bytes.length - back]
    if (byte === undefined || byte < 0x80) break
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    if (length > 1) return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** UTF-8 with a few broken bytes, as pages put together from several sources have. */
function mostlyUtf8(bytes: Uint8Array, isDeclared: boolean): string | null {
  const text = new TextDecoder().decode(bytes)
  const broken = count(text, /\ufffd/g)
  const sound = count(text, /[^\0-\x7f\ufffd]/g)
  return sound > broken * (isDeclared ? 1 : 20) ? text : null
}

function count(text: string, characters: RegExp): number {
  return text.match(characters)?.length ?? 0
}

function hasZeroByte(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 4096).includes(0)
}

/** ISO-2022-JP is written in ASCII bytes with escape sequences. */
function isEscapedJapanese(text: string): boolean {
  return text.includes('\u001b$B') || text.includes('\u001b$@')
}
