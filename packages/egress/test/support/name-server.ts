// A name server on loopback that knows a few names, and can keep silent about some.
import { createSocket } from 'node:dgram'

const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' }

export type Zone = Readonly<Record<string, Partial<Record<'A' | 'AAAA', readonly number[] | 'silent'>>>>

export interface NameServer extends AsyncDisposable {
  /** `address:port` */
  readonly server: string
  /** `type name` of every question. */
  readonly questions: string[]
}

/** @param zone bytes of the one address per name and type; a name that is missing does not exist. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const questions: string[] = []
  const socket = createSocket('udp4', (packet, { port }) => {
    const { name, type, end } = readQuestion(packet)
    questions.push(`${type} ${name}`)
    const entry = zone[name]
    const address = type === undefined ? undefined : entry?.[type]
    if (address === 'silent') return
    const head = Buffer.from(packet.subarray(0, 12))
    // A response to a recursive question: no error, or no such name.
    head.writeUInt16BE(entry ? 0x8180 : 0x8183, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(address ? 1 : 0, 6)
    head.fill(0, 8)
    const record = address
      ? [0xc0, 12, ...packet.subarray(end - 4, end), 0, 0, 0, 0, 0, address.length, ...address]
      : []
    socket.send(Buffer.concat([head, packet.subarray(12, end), Buffer.from(record)]), port, '127.0.0.1')
  })
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready))
  return {
    server: `127.0.0.1:${socket.address().port}`,
    questions,
    [Symbol.asyncDispose]: () => new Promise((closed) => socket.close(() => closed())),
  }
}

function readQuestion(packet: Buffer): { name: string; type: 'A' | 'AAAA' | undefined; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.subarray(at + 1, at + 1 + length).toString('latin1'))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: TYPES[packet.readUInt16BE(at + 1)], end: at + 5 }
}
