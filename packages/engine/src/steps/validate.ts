import { isUtf8 } from 'node:buffer'
import { invalidInput, type Operation, OperationError } from '@kiosk/catalog'

interface Issue {
  readonly code?: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
}

/** Refuses what is not plain JSON. A body without a type is read as JSON. Throws `UNSUPPORTED_MEDIA_TYPE`. */
export function requireJson(contentType: string | null, contentEncoding: string | null): void {
  if (contentEncoding !== null) {
    throw new OperationError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Request bodies are not decompressed: send the JSON as it is, without content-encoding.',
    )
  }
  if (contentType === null || contentType === 'application/json') return
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const isJson = /^application\/(?:json|[a-z0-9!#$&^_.-]+\+json)$/.test(type.trim())
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  if (!isJson || (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))) {
    throw new OperationError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be JSON in UTF-8: send content-type: application/json.',
    )
  }
}

/** Body bytes → validated input. Throws `INVALID_INPUT` naming the field. */
export function validate(operation: Operation, body: Buffer): unknown {
  const parsed = operation.input.safeParse(parseJson(body))
  if (!parsed.success) throw mismatch(parsed.error.issues)
  return parsed.data
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {}
  if (!isUtf8(body)) throw notJson('the bytes are not UTF-8')
  const text = body.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's own message quotes the body, which may hold a secret.
    throw notJson('it does not parse')
  }
  if (text.includes('\\u') && hasLoneSurrogate(value)) throw notJson('a string holds half of a surrogate pair')
  return value
}

function notJson(why: string): OperationError {
  return new OperationError('INVALID_INPUT', `The body must be one JSON object in UTF-8: ${why}.`, { field: 'body' })
}

/** Such a string cannot be encoded into an address or as UTF-8. Walks without recursion: bodies may be deep. */
function hasLoneSurrogate(root: unknown): boolean {
  const open = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') {
      if (!value.isWellFormed()) return true
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) open.push(key, member)
    }
  }
  return false
}

function mismatch(issues: readonly Issue[]): OperationError {
  const issue = issues[0]
  if (issue === undefined) return notJson('it does not match the schema')
  if (issue.code === 'unrecognized_keys' && issue.keys?.[0] !== undefined) {
    const field = dotted([...issue.path, issue.keys[0]])
    return invalidInput(field, 'unknown field; the catalog lists the fields of this operation')
  }
  if (issue.path.length === 0) {
    return new OperationError('INVALID_INPUT', issue.message.replace(/^Invalid input: e/, 'The body: e'), {
      field: 'body',
    })
  }
  return invalidInput(dotted(issue.path), expectation(issue.message))
}

/** The library's sentence without its preamble; a field that is not there is called that. */
function expectation(message: string): string {
  const text = message.replace(/^(?:Invalid input|Invalid option|Too big|Too small): /, '')
  return text.endsWith(', received undefined') ? `required; ${text.replace(', received undefined', '')}` : text
}

/** Names come from callers: bounded, so that a message stays a message. */
function dotted(path: readonly PropertyKey[]): string {
  const text = path.map(String).join('.')
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
