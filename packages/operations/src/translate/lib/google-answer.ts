// The forms in which Google's free endpoints answer: nested arrays, or an object with sentences.
import { blocked, changed } from '@kiosk/catalog'
import { z } from 'zod'
import { optionalText } from '../../shared/answer.ts'
import { numeric } from '../../shared/numbers.ts'
import type { Translation } from './engine.ts'
import { fromGoogleCode } from './languages.ts'

const segmentText = z.string().nullish().catch(null)

/** Rows of a transliteration have no text, or no `trans`; some rows are null as a whole. */
const objectForm = z.object({
  sentences: z.array(z.object({ trans: segmentText }).nullable()),
  src: optionalText,
  confidence: z.unknown().optional(),
})

/** Any JSON array: segments at 0, detected language at 2, its certainty at 6. */
const arrayForm = z.array(z.unknown()).min(1)
const segments = z.array(z.array(z.unknown()).nullable())

const certainty = numeric.pipe(z.number().min(0).max(1)).nullable().catch(null)

/** Understands an answer of `translate_a/single`.
 * Throws `UPSTREAM_BLOCKED` for an answer without a translation (throttled), `UPSTREAM_CHANGED` for another shape. */
export function parseSegments(body: unknown): Translation {
  if (Array.isArray(body) && (body.length === 0 || body[0] === null)) throw withoutText()
  const object = objectForm.safeParse(body).data
  if (object) {
    const texts = object.sentences.map((sentence) => sentence?.trans)
    return translation(texts, object.src, object.confidence)
  }
  const array = arrayForm.safeParse(body).data
  const rows = segments.safeParse(array?.[0]).data
  if (!array || !rows) throw changed('[0] (segments)')
  return translation(
    rows.map((row) => segmentText.parse(row?.[0])),
    array[2],
    array[6],
  )
}

/** Understands an answer of `translate_a/t`: `"text"`, `["text"]`, `[["text", "src"]]`, either form of `translate_a/single`,
 * or that one wrapped in further arrays. Throws as `parseSegments`. */
export function parseTexts(body: unknown): Translation {
  if (typeof body === 'string') return translation([body], null, null)
  const inner = unwrapped(body)
  const pair = Array.isArray(inner) && Array.isArray(inner[0]) && typeof inner[0][0] === 'string' ? inner[0] : inner
  if (Array.isArray(pair) && typeof pair[0] === 'string' && isSource(pair[1]))
    return translation([pair[0]], pair[1], null)
  return parseSegments(inner)
}

/** Arrays that hold nothing but one array of arrays. */
function unwrapped(body: unknown): unknown {
  let inner = body
  while (Array.isArray(inner) && inner.length === 1 && Array.isArray(inner[0]) && Array.isArray(inner[0][0])) {
    inner = inner[0]
  }
  return inner
}

function isSource(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && /^[a-z]{2,3}(?:-\w+)?$/.test(value))
}

function translation(texts: readonly (string | null | undefined)[], source: unknown, confidence: unknown): Translation {
  const text = texts.map((part) => part ?? '').join('')
  if (text.trim() === '') throw withoutText()
  const code = optionalText.parse(source)
  return { text, source: code && fromGoogleCode(code), confidence: certainty.parse(confidence) }
}

function withoutText() {
  return blocked('The engine answered without a translation, as it does when it is asked too often.')
}
