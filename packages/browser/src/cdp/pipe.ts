// The protocol over a pair of pipes: JSON texts, each ended by NUL. No port is open that a page could reach.
import type { Readable, Writable } from 'node:stream'
import type { Transport } from './transport.ts'

const NUL = 0
/** Longer ones no text of this process could hold with ease; pictures and documents of use are far below. */
export const MAX_MESSAGE_BYTES = 256 * 1024 * 1024
/** In which the number of an answered command stands. */
const HEAD_BYTES = 64

/** @param to what the browser reads (its descriptor 3)
 * @param from what the browser writes (its descriptor 4) */
export function createPipe(to: Writable, from: Readable): Transport {
  return {
    send(text) {
      to.write(`${text}\0`)
    },
    start(onMessage, onEnd) {
      let ended = false
      const end = () => {
        if (!ended) onEnd()
        ended = true
      }
      const split = splitter(onMessage)
      from.on('data', split)
      for (const stream of [to, from]) {
        stream.on('close', end)
        stream.on('error', end)
      }
    },
    close() {
      to.destroy()
      from.destroy()
    },
  }
}

/** Pictures come in hundreds of pieces, so pieces are kept as they are and joined once. */
function splitter(onMessage: (text: string) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = []
  let size = 0
  const keep = (piece: Buffer) => {
    if (size <= MAX_MESSAGE_BYTES) pieces.push(piece)
    size += piece.length
  }
  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(NUL); end !== -1; end = chunk.indexOf(NUL, start)) {
      keep(chunk.subarray(start, end))
      start = end + 1
      const text = size <= MAX_MESSAGE_BYTES ? textOf(pieces) : refusalOf(pieces)
      pieces = []
      size = 0
      if (text !== null) onMessage(text)
    }
    if (start < chunk.length) keep(chunk.subarray(start))
  }
}

function textOf(pieces: readonly Buffer[]): string {
  const [only, ...more] = pieces
  return (only !== undefined && more.length === 0 ? only : Buffer.concat(pieces)).toString('utf8')
}

/** What is heard in place of an answer that is too large; null for an event, which nobody waits for. */
function refusalOf(pieces: readonly Buffer[]): string | null {
  const id = /^\{"id":(\d+)\b/.exec(Buffer.concat(pieces, HEAD_BYTES).toString('latin1'))?.[1]
  return id === undefined ? null : `{"id":${id},"error":{"message":"the answer is too large"}}`
}
