// Reads back the pixels of a PNG, so that a picture can be judged by what is in it.
import { inflateSync } from 'node:zlib'

export interface Picture {
  readonly width: number
  readonly height: number
  /** `[red, green, blue]` at a place. */
  at(x: number, y: number): readonly [number, number, number]
}

/** Of the kinds that a browser writes: 8 bits a channel, RGB or RGBA, not interlaced. */
export function readPng(base64: string): Picture {
  const file = Buffer.from(base64, 'base64')
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const channels = { 2: 3, 6: 4 }[file[25] ?? 0]
  if (file[24] !== 8 || channels === undefined || file[28] !== 0)
    throw new Error('not a PNG of the kind that is read here')
  const data: Buffer[] = []
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  }
  const pixels = unfilter(inflateSync(Buffer.concat(data)), width * channels, height, channels)
  return {
    width,
    height,
    at(x, y) {
      const start = y * width * channels + x * channels
      return [pixels[start] ?? 0, pixels[start + 1] ?? 0, pixels[start + 2] ?? 0]
    },
  }
}

function unfilter(raw: Buffer, lineBytes: number, height: number, step: number): Buffer {
  const pixels = Buffer.alloc(lineBytes * height)
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (lineBytes + 1)] ?? 0
    for (let x = 0; x < lineBytes; x += 1) {
      const at = y * lineBytes + x
      const left = x >= step ? (pixels[at - step] ?? 0) : 0
      const above = y > 0 ? (pixels[at - lineBytes] ?? 0) : 0
      const corner = x >= step && y > 0 ? (pixels[at - lineBytes - step] ?? 0) : 0
      pixels[at] = (raw[y * (lineBytes + 1) + 1 + x] ?? 0) + predicted(filter, left, above, corner)
    }
  }
  return pixels
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  return filter === 4 ? paeth(left, above, corner) : 0
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}
