// HTTP as bytes, for what no HTTP client would send.
import { connect, type Socket } from 'node:net'
import { Answer } from './answer.ts'

const BOUND_MS = 30_000

export interface RawConnection {
  readonly socket: Socket
  /** Bytes received so far. */
  received(): Buffer
  send(bytes: string | Uint8Array): void
  /** Resolves with the bytes received when the other side ended the connection. Throws after `withinMs`. */
  ended(withinMs?: number): Promise<Buffer>
  /** Resolves once `count` whole answers arrived. Throws when the connection ends before, or after `withinMs`. */
  answers(count?: number, withinMs?: number): Promise<Answer[]>
}

export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  const chunks: Buffer[] = []
  let isOver = false
  let listeners: (() => void)[] = []
  const wake = () => {
    const woken = listeners
    listeners = []
    for (const listener of woken) listener()
  }
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    wake()
  })
  // A reset is an end like any other: what matters is what arrived before.
  socket.on('error', () => {})
  socket.on('close', () => {
    isOver = true
    wake()
  })
  socket.on('end', () => socket.end())
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  const received = () => Buffer.concat(chunks)
  const wait = async <T>(what: string, withinMs: number, probe: () => T | null): Promise<T> => {
    const deadline = performance.now() + withinMs
    for (;;) {
      const found = probe()
      if (found !== null) return found
      const left = deadline - performance.now()
      if (left <= 0 || isOver) {
        socket.destroy()
        throw new Error(
          `${isOver ? 'ended' : `${withinMs} ms passed`} without ${what}: ${received().toString('latin1')}`,
        )
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        listeners.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }
  return {
    socket,
    received,
    send: (bytes) => void socket.write(bytes),
    ended: (withinMs = BOUND_MS) => wait('the end of the connection', withinMs, () => (isOver ? received() : null)),
    answers: (count = 1, withinMs = BOUND_MS) =>
      wait(`${count} answers`, withinMs, () => {
        const found = parseAnswers(received())
        return found.length >= count ? found : null
      }),
  }
}

/** Sends bytes on a connection of their own and reads until the other side ends it. */
export async function exchangeRaw(port: number, bytes: string | Uint8Array): Promise<Answer[]> {
  const connection = await openRaw(port)
  connection.send(bytes)
  return parseAnswers(await connection.ended())
}

/** Whole answers with a content-length, in order; a rest that is none is left out. */
export function parseAnswers(bytes: Buffer): Answer[] {
  const answers: Answer[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) break
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = new Headers(
      lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1])
    const length = Number(headers.get('content-length') ?? 0)
    const body = rest.subarray(end + 4, end + 4 + length)
    if (body.length < length) break
    // 100 Continue is no answer yet.
    if (status !== 100) answers.push(new Answer(status, headers, body))
    rest = rest.subarray(end + 4 + length)
  }
  return answers
}
