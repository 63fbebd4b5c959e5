// Which values of an output an upstream said, as against those that come from the input or are always the same.
import type { Answer } from './fixture-http.ts'

/** Every value in an output that is not an object or array, by dotted path. */
export function leavesOf(value: unknown, path = ''): Map<string, unknown> {
  if (value === null || typeof value !== 'object') return new Map([[path, value]])
  return new Map(
    Object.entries(value).flatMap(([key, part]) => [...leavesOf(part, path === '' ? key : `${path}.${key}`)]),
  )
}

/** Leaves of an output that stand word for word in an answer and not in the input. Short texts and small numbers are left
 * out: they stand in any page. */
export function factsOf(output: unknown, answers: readonly Answer[], input: unknown): Map<string, unknown> {
  const said = answers.map(saidBy).join('\n')
  const asked = JSON.stringify(input) ?? ''
  return new Map(
    [...leavesOf(output)].filter(([, value]) => {
      const isTelling = typeof value === 'string' ? value.length > 3 : typeof value === 'number' && Math.abs(value) > 99
      return isTelling && holds(said, value) && !holds(asked, value)
    }),
  )
}

/** Text of an answer by the charset that its header or its beginning names. Line ends are no facts. */
function saidBy({ headers, body }: Answer): string {
  if (typeof body === 'string') return body.replaceAll('\r\n', '\n')
  const start = new TextDecoder('latin1').decode(body.subarray(0, 1024))
  const [, charset = 'utf-8'] = /charset=["']?([\w-]+)/i.exec(`${headers['content-type'] ?? ''} ${start}`) ?? []
  return new TextDecoder(charset).decode(body).replaceAll('\r\n', '\n')
}

/** True when a text holds a value, plain or as inside a JSON text (quotes and line breaks escaped). */
function holds(text: string, value: unknown): boolean {
  return text.includes(String(value)) || text.includes(JSON.stringify(value).replace(/^"|"$/g, ''))
}
