// The body of a trial run, edited as a form and as JSON at once: one state behind both.
import { type Body, isBody } from './form-value.ts'

export interface BodyDraft {
  /** What would be sent; the last readable one while the text is not. */
  readonly body: Body
  readonly text: string
  /** Why the text is no body; null when it is one. */
  readonly unreadable: string | null
}

/** From the form, or from an example. */
export function draftOfBody(body: Body): BodyDraft {
  return { body, text: JSON.stringify(body, null, 2), unreadable: null }
}

/** From the JSON editor: the text stays as it was typed. */
export function draftOfText(text: string, before: Body): BodyDraft {
  if (text.trim() === '') return { body: {}, text, unreadable: null }
  try {
    const value: unknown = JSON.parse(text)
    if (isBody(value)) return { body: value, text, unreadable: null }
    return { body: before, text, unreadable: 'The body must be a JSON object, in { and }.' }
  } catch (error) {
    return { body: before, text, unreadable: `This is not valid JSON${placeOf(error, text)}.` }
  }
}

/** Engines quote the text around the fault, which may be a credential: only the place is taken from their message. */
function placeOf(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  if (position === undefined) return ''
  const before = text.slice(0, Number(position)).split('\n')
  return ` (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`
}
