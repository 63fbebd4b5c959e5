// What an answer is, so that it can be shown as that: a picture as a picture, a list as a table.
import type { JsonSchema } from '@kiosk/catalog'

export type Row = Readonly<Record<string, unknown>>

export type AnswerKind =
  | {
      readonly kind: 'image' | 'pdf' | 'file'
      readonly field: string
      readonly mediaType: string
      readonly base64: string
    }
  | { readonly kind: 'markdown'; readonly field: string; readonly text: string }
  | { readonly kind: 'table'; readonly field: string; readonly rows: readonly Row[] }
  | { readonly kind: 'tree' }

/** @param schema output schema of the operation; says which fields are binary */
export function answerKind(schema: JsonSchema, answer: unknown): AnswerKind {
  if (!isRow(answer)) return { kind: 'tree' }
  return binary(schema, answer) ?? markdown(answer) ?? table(answer) ?? { kind: 'tree' }
}

/** The answer without the field that is shown on its own. */
export function besides(kind: AnswerKind, answer: unknown): unknown {
  if (kind.kind === 'tree' || !isRow(answer)) return answer
  const { [kind.field]: _, ...rest } = answer
  return rest
}

/** First bytes of the formats that a browser shows, as base64 writes them. */
const SIGNATURES: readonly (readonly [start: string, kind: 'image' | 'pdf', mediaType: string])[] = [
  ['iVBORw0KGgo', 'image', 'image/png'],
  ['/9j/', 'image', 'image/jpeg'],
  ['JVBERi0', 'pdf', 'application/pdf'],
]

function binary(schema: JsonSchema, answer: Row): AnswerKind | null {
  for (const [field, { contentEncoding }] of Object.entries(schema.properties ?? {})) {
    const base64 = answer[field]
    if (contentEncoding !== 'base64' || typeof base64 !== 'string' || base64 === '') continue
    const [, kind, mediaType] = SIGNATURES.find(([start]) => base64.startsWith(start)) ?? [
      '',
      'file' as const,
      'application/octet-stream',
    ]
    return { kind, field, mediaType, base64 }
  }
  return null
}

function markdown(answer: Row): AnswerKind | null {
  return typeof answer.markdown === 'string' ? { kind: 'markdown', field: 'markdown', text: answer.markdown } : null
}

/** The longest list of objects at the top, if there is one. */
function table(answer: Row): AnswerKind | null {
  const lists = Object.entries(answer).flatMap(([field, value]) =>
    Array.isArray(value) && value.length > 0 && value.every(isRow) ? [{ field, rows: value }] : [],
  )
  const [longest] = lists.sort((a, b) => b.rows.length - a.rows.length)
  return longest ? { kind: 'table', ...longest } : null
}

/** All members of all rows, in the order in which they first come. */
export function columnsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Bytes of base64 text, for a blob to be made of. Throws `InvalidCharacterError` when it is none. */
export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
