// A browser elsewhere that answers by a script, as a fake one here does: a WebSocket of short texts, and `/json/version`.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Script } from './fake-browser.ts'

export interface FakeRemote extends AsyncDisposable {
  readonly port: number
  /** WebSockets opened so far. */
  connections(): number
}

interface Answers {
  /** What is said by command. */
  readonly script?: Script
  /** Where the debugger is, by what is said of it. */
  readonly debuggerUrl?: string
}

/** Of RFC 6455, which every server adds to the client's key. */
const KEY_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export async function startFakeRemote({ script = {}, debuggerUrl = '' }: Answers): Promise<FakeRemote> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((_request, response) =>
    response.end(JSON.stringify({ webSocketDebuggerUrl: debuggerUrl })),
  )
  server.on('upgrade', (request, socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${KEY_SUFFIX}`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    )
    followCommands(socket, script)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function followCommands(socket: Socket, script: Script): void {
  let bytes = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk])
    for (let text = takeText(); text !== null; text = takeText()) answer(text)
  })
  /** The text of the first frame; null while it is not whole. */
  const takeText = (): string | null => {
    const short = (bytes[1] ?? 0) & 127
    const start = (short === 126 ? 4 : 2) + 4
    const length = short === 126 && bytes.length > 4 ? bytes.readUInt16BE(2) : short
    if (bytes.length < start + length) return null
    const mask = bytes.subarray(start - 4, start)
    const text = bytes.subarray(start, start + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0))
    bytes = bytes.subarray(start + length)
    return Buffer.from(text).toString()
  }
  const answer = (text: string) => {
    // A farewell is no JSON.
    if (!text.startsWith('{')) return
    const { id, method }: { id: number; method: string } = JSON.parse(text)
    for (const said of script[method] ?? []) {
      if (said === 'exit') socket.destroy()
      else socket.write(textFrame(said.replaceAll('$id', String(id))))
    }
  }
}

function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = body.length < 126 ? [0x81, body.length] : [0x81, 126, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from(head), body])
}
