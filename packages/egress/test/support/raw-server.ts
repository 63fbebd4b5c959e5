// A TCP server for what no HTTP server would send.
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface RawServer extends AsyncDisposable {
  readonly port: number
  readonly origin: string
  readonly sockets: Set<Socket>
}

export async function startRawServer(onConnection: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    // Broken connections are what these tests are about.
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    onConnection(socket)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Answers each request head with `answer`; closes afterwards unless told otherwise. */
export function answering(answer: (head: string) => string | Buffer, after: 'end' | 'reset' | 'keep' = 'end') {
  return (socket: Socket) => {
    let head = ''
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      const reply = answer(head)
      head = ''
      socket.write(reply, () => {
        if (after === 'end') socket.end()
        if (after === 'reset') socket.resetAndDestroy()
      })
    })
  }
}
