// The client's half of SOCKS 5 (RFC 1928, RFC 1929): CONNECT, names resolved by the proxy.
import { isIPv4, isIPv6, type Socket } from 'node:net'
import { unreachable } from '../destination/dial.ts'
import type { Endpoint } from '../destination/target.ts'
import type { ProxyAddress } from './proxies.ts'
import { readReply } from './proxy-reply.ts'

const VERSION = 5
const NO_CREDENTIALS = 0
const USER_AND_PASSWORD = 2
const CONNECT = 1
const ADDRESS_TYPE = { ipv4: 1, name: 3, ipv6: 4 } as const

const REFUSALS: Readonly<Record<number, string>> = {
  2: 'The proxy refuses the connection by its rules.',
  3: 'The proxy cannot reach the network of the upstream.',
  4: 'The proxy cannot reach the upstream.',
  5: 'The upstream refused the connection of the proxy.',
}

/** Asks the proxy for a connection to `target`; afterwards the socket is that connection. Throws `UPSTREAM_UNREACHABLE`. */
export async function greetSocks(socket: Socket, { credentials }: ProxyAddress, target: Endpoint): Promise<void> {
  const method = credentials === null ? NO_CREDENTIALS : USER_AND_PASSWORD
  socket.write(Uint8Array.of(VERSION, 1, method))
  const greeting = await readReply(socket, (bytes) => (bytes.length < 2 ? null : 2))
  if (greeting[0] !== VERSION) throw unreachable('The proxy does not answer as a SOCKS 5 proxy does.')
  if (greeting[1] !== method) throw unreachable('The proxy refuses the credentials, or asks for some.')
  if (credentials !== null) {
    socket.write(Buffer.concat([Uint8Array.of(1), sized(credentials.user), sized(credentials.password)]))
    const verdict = await readReply(socket, (bytes) => (bytes.length < 2 ? null : 2))
    if (verdict[1] !== 0) throw unreachable('The proxy refuses the credentials, or asks for some.')
  }
  socket.write(Buffer.concat([Uint8Array.of(VERSION, CONNECT, 0), address(target.host), portBytes(target.port)]))
  const reply = await readReply(socket, replyLength)
  if (reply[0] !== VERSION) throw unreachable('The proxy does not answer as a SOCKS 5 proxy does.')
  const code = reply[1] ?? 1
  if (code !== 0) throw unreachable(REFUSALS[code] ?? 'The proxy refuses the connection.')
}

function sized(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Uint8Array.of(bytes.length), bytes])
}

function portBytes(port: number): Uint8Array {
  return Uint8Array.of(port >> 8, port & 255)
}

function address(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from([ADDRESS_TYPE.ipv4, ...host.split('.').map(Number)])
  if (isIPv6(host)) return Buffer.from([ADDRESS_TYPE.ipv6, ...ipv6Bytes(host)])
  return Buffer.concat([Uint8Array.of(ADDRESS_TYPE.name), sized(host)])
}

function ipv6Bytes(host: string): number[] {
  const [head = '', tail] = host.split('::')
  const groups = (part: string | undefined) => (part === undefined || part === '' ? [] : part.split(':'))
  const [before, after] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].flatMap((group) => {
    const pair = Number.parseInt(group, 16)
    return [pair >> 8, pair & 255]
  })
}

/** A reply repeats an address, whose type says how long it is. */
function replyLength(bytes: Buffer): number | null {
  const [, , , type, length] = bytes
  if (type === undefined) return null
  if (type === ADDRESS_TYPE.ipv4) return bytes.length < 10 ? null : 10
  if (type === ADDRESS_TYPE.ipv6) return bytes.length < 22 ? null : 22
  if (length === undefined) return null
  return bytes.length < 7 + length ? null : 7 + length
}
