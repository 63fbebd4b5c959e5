// Encoded words of mail headers (RFC 2047), which also turn up in names and subjects outside of mail.

const WORD = String.raw`=\?[^?\s]{1,60}\?[bq]\?[^?]*\?=`
const RUN = new RegExp(String.raw`${WORD}(?:\s*${WORD})*`, 'gi')
const PARTS = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi

/** `=?utf-8?q?Ana_Mu=C3=B1oz?=` → `Ana Muñoz`. Blanks between two encoded words go; a word that cannot be decoded stays as it is. */
export function decodeEncodedWords(text: string): string {
  return text.replace(RUN, decodeRun)
}

/** Neighbours of one charset are decoded together: a character may be cut in two between them. */
function decodeRun(run: string): string {
  const pieces: { charset: string; chunks: number[][]; raw: string }[] = []
  for (const [raw, charset = '', encoding = '', content = ''] of run.matchAll(PARTS)) {
    const bytes = encoding.toLowerCase() === 'b' ? base64Bytes(content) : quotedBytes(content)
    if (bytes === null) return run
    const last = pieces.at(-1)
    if (last?.charset === charset.toLowerCase()) {
      last.chunks.push(bytes)
      last.raw += raw
    } else pieces.push({ charset: charset.toLowerCase(), chunks: [bytes], raw })
  }
  return pieces.map(({ charset, chunks, raw }) => decode(charset, chunks.flat()) ?? raw).join('')
}

function base64Bytes(content: string): number[] | null {
  try {
    return Array.from(atob(content.replace(/\s/g, '')), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

function quotedBytes(content: string): number[] {
  const bytes = new TextEncoder().encode(content.replaceAll('_', ' '))
  const decoded: number[] = []
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    const hex = byte === 0x3d ? String.fromCharCode(bytes[i + 1] ?? 0, bytes[i + 2] ?? 0) : ''
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      decoded.push(Number.parseInt(hex, 16))
      i += 2
    } else decoded.push(byte)
  }
  return decoded
}

function decode(charset: string, bytes: number[]): string | null {
  try {
    return new TextDecoder(charset).decode(Uint8Array.from(bytes))
  } catch {
    return null
  }
}
