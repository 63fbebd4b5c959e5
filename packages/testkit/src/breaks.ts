// The ways in which an upstream's answer breaks.
import type { ErrorCode } from '@kiosk/catalog'
import type { Answer } from './fixture-http.ts'

export interface Break {
  readonly name: string
  /** Codes outside `UPSTREAM_…` that such an answer may stand for. */
  readonly alsoMeans: readonly ErrorCode[]
  /** The broken answer, `unreachable` for none at all, or null when the way does not apply. */
  of(answer: Answer): Answer | 'unreachable' | null
}

const LOGIN_PAGE =
  '<!doctype html><html lang="en"><head><title>Sign in</title></head><body><form action="/session" method="post">' +
  '<label>E-mail <input name="email"></label><label>Password <input name="password" type="password"></label>' +
  '<button>Sign in to continue</button></form></body></html>'

const REFUSED: readonly ErrorCode[] = ['NOT_FOUND', 'EXPIRED', 'UNPROCESSABLE', 'CREDENTIALS_REJECTED']

export const breaks: readonly Break[] = [
  body('an empty body', () => ''),
  body('half a body', (text) => text.slice(0, Math.floor(text.length / 2))),
  body('a login page', () => LOGIN_PAGE, 'text/html; charset=utf-8'),
  body('numbers as strings', withNumbersAsStrings),
  body('{}', () => '{}'),
  // Where a list of things is due, an empty one is an answer and no break.
  body('[]', (text) => (isListOfObjects(text) ? null : '[]')),
  body('null', () => 'null'),
  status(403, REFUSED),
  status(429, []),
  status(500, []),
  status(503, []),
  { name: 'no connection', alsoMeans: [], of: () => 'unreachable' },
]

/** Replaces the body of a 2xx answer that has one; other answers have no data to break. */
function body(name: string, change: (text: string) => string | null, contentType?: string): Break {
  return {
    name,
    alsoMeans: [],
    of(answer) {
      const isData = answer.status >= 200 && answer.status < 300 && answer.body.length > 0
      if (!isData) return null
      const text = typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body).toString('latin1')
      const changed = change(text)
      if (changed === null || changed === text) return null
      const headers = contentType === undefined ? answer.headers : { ...answer.headers, 'content-type': contentType }
      // Bytes stay in their own charset.
      const body =
        typeof answer.body === 'string' || contentType !== undefined ? changed : Buffer.from(changed, 'latin1')
      return { ...answer, headers, body }
    },
  }
}

function isListOfObjects(text: string): boolean {
  const value = parsed(text)
  return (
    Array.isArray(value) && value.every((item) => item !== null && typeof item === 'object' && !Array.isArray(item))
  )
}

function withNumbersAsStrings(text: string): string | null {
  const value = parsed(text, (_, part) => (typeof part === 'number' ? String(part) : part))
  return value === undefined ? null : JSON.stringify(value)
}

/** @returns undefined for text that is not JSON */
function parsed(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return undefined
  }
}

function status(code: number, alsoMeans: readonly ErrorCode[]): Break {
  return {
    name: `HTTP ${code}`,
    alsoMeans,
    of: (answer) =>
      answer.status === code
        ? null
        : { status: code, headers: { 'content-type': 'text/plain' }, body: 'Not this time.' },
  }
}
