// The size of an encoded image, from its own head: what a caller is told is what the file says.

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** Base64 characters that hold the head of any image of ours. */
const HEAD_LENGTH = 4096
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Size in pixels of a PNG or JPEG; null when it is neither. */
export function imageSize(base64: string): ImageSize | null {
  const head = Buffer.from(base64.slice(0, HEAD_LENGTH), 'base64')
  if (head.subarray(0, 8).equals(PNG_START) && head.length >= 24) {
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  }
  return head.length > 4 && head.readUInt16BE(0) === 0xffd8 ? jpegSize(head) : null
}

/** The frame header is one of the segments before the picture itself. */
function jpegSize(head: Buffer): ImageSize | null {
  let at = 2
  while (at + 9 <= head.length && head[at] === 0xff) {
    const marker = head[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) }
    at += 2 + head.readUInt16BE(at + 2)
  }
  return null
}
