// Headers that go along with a message, and those that end with the connection it came by.
import { FILTER_MARK } from './refusal.ts'

/** Of one connection alone, or set anew for the next. `Host` is among them: it always follows the judged target. */
const OF_A_CONNECTION = new Set([
  ...['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect', 'host', FILTER_MARK],
])

function staysBehind(name: string): boolean {
  return OF_A_CONNECTION.has(name) || name.startsWith('proxy-')
}

/** @param raw names and values in turn.
 * @returns the same without what belongs to the connection, in the order and spelling that was sent. */
export function forwardedHeaders(raw: readonly string[]): string[] {
  const named = namedByConnection(raw)
  const kept: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]]
    const key = name.toLowerCase()
    if (!staysBehind(key) && named?.has(key) !== true) kept.push(name, value)
  }
  return kept
}

/** Further headers that `Connection` says are of this connection; null for none, as almost always. */
function namedByConnection(raw: readonly string[]): ReadonlySet<string> | null {
  let named: Set<string> | null = null
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (raw[at]?.toLowerCase() !== 'connection') continue
    named ??= new Set()
    for (const name of (raw[at + 1] ?? '').split(',')) named.add(name.trim().toLowerCase())
  }
  return named
}

/** Header bytes as they came, as text of the same bytes. */
export function headerTexts(raw: unknown): string[] {
  if (!Array.isArray(raw)) return []
  return raw.map((part: unknown) => (Buffer.isBuffer(part) ? part.toString('latin1') : String(part)))
}
