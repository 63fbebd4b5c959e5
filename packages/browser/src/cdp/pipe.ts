// The protocol over a pair of pipes: JSON texts, each ended by NUL. No port is open that a page could reach.
import type { Readable, Writable } from 'node:stream'
import type { Transport } from './transport.ts'

const NUL = 0

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
  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(NUL); end !== -1; end = chunk.indexOf(NUL, start)) {
      const last = chunk.subarray(start, end)
      start = end + 1
      const whole = pieces.length === 0 ? last : Buffer.concat([...pieces, last])
      pieces = []
      onMessage(whole.toString('utf8'))
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start))
  }
}
