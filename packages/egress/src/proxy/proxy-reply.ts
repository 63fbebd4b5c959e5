// Reads what a proxy says before the connection belongs to somebody else.
import type { Socket } from 'node:net'
import { unreachable } from '../destination/dial.ts'

const MAX_REPLY_BYTES = 16 * 1024

/** Reads one reply. Nothing may follow it: the far end of a tunnel waits for us to speak.
 * @param lengthOf length of the reply that the bytes begin with, or null while it is not known.
 * Throws `UPSTREAM_UNREACHABLE`. */
export function readReply(socket: Socket, lengthOf: (bytes: Buffer) => number | null): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const settle = () => {
      socket.off('readable', onReadable)
      socket.off('close', onClose)
      socket.off('end', onClose)
    }
    const fail = (message: string) => {
      settle()
      reject(unreachable(message))
    }
    const onClose = () => fail('The proxy closed the connection.')
    const onReadable = () => {
      // `read()` and not `data` events: the socket must not flow before its next owner listens.
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) bytes = Buffer.concat([bytes, chunk])
      const length = lengthOf(bytes)
      if (length === null && bytes.length <= MAX_REPLY_BYTES) return
      if (length !== bytes.length) return fail('The proxy gave an answer that is not understood.')
      settle()
      resolve(bytes)
    }
    socket.on('readable', onReadable)
    socket.once('close', onClose)
    socket.once('end', onClose)
    if (socket.destroyed) onClose()
    else onReadable()
  })
}
