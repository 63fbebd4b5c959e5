// Refusals of a connection rather than of a request: bytes that do not parse, a request that never ends, CONNECT. HTTP answers in
// order, so each waits until the calls before it on its connection are answered; none of them is given up for it.
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

interface Connection {
  /** Responses in the order of their requests; those that are gone go with the next one. */
  readonly open: ServerResponse[]
  isRefused: boolean
}

export class Turns {
  readonly #connections = new WeakMap<Duplex, Connection>()

  /** Notes a request. False: its connection was refused before it, so it must not run. */
  take(response: ServerResponse): boolean {
    const { socket } = response.req
    const known = this.#connections.get(socket)
    if (known === undefined) {
      this.#connections.set(socket, { open: [response], isRefused: false })
      return true
    }
    if (known.isRefused) return false
    // Answers leave in order: with the last one, all are gone.
    if (known.open.at(-1)?.writableFinished) known.open.length = 0
    known.open.push(response)
    return true
  }

  /** Calls `write` when it is its turn, at most once a connection. It is not called where the request that broke was answered
   * before it ended: then that answer is the last one. */
  refuse(socket: Duplex, write: () => void): void {
    const known = this.#connections.get(socket) ?? { open: [], isRefused: false }
    if (known.isRefused) return
    known.isRefused = true
    this.#connections.set(socket, known)
    const last = known.open.at(-1)
    const broken = last === undefined || last.req.complete ? null : last
    afterAnswer(broken === null ? last : known.open.at(-2), socket, () => {
      if (broken === null || !broken.headersSent) write()
      else afterAnswer(broken, socket, () => socket.end(() => socket.destroy()))
    })
  }
}

function afterAnswer(response: ServerResponse | undefined, socket: Duplex, next: () => void): void {
  if (response === undefined || response.writableFinished || response.destroyed) next()
  // The caller ended its side: gone, as everywhere.
  else if (socket.readableEnded) socket.destroy()
  else response.once('close', next)
}
