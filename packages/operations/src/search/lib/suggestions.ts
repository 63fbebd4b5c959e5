// Understands the answers of the suggestion service, and puts several together.
import { blocked, changed } from '@kiosk/catalog'
import { z } from 'zod'
import { optionalWhole } from '../../shared/numbers.ts'

export const suggestion = z.object({
  text: z.string().describe('The suggested query.'),
  kind: z
    .string()
    .optional()
    .describe('Kind as the upstream names it, such as QUERY, ENTITY, NAVIGATION or CALCULATOR; only with `chrome`.'),
  relevance: z.int().optional().describe("The upstream's own score; only with `chrome`."),
})

export type Suggestion = z.output<typeof suggestion>

/** Understands one answer: `[query, [texts], …]`; kind and relevance stand in its last object (`chrome` only). */
export function parseSuggestions(body: string, client: 'chrome' | 'firefox'): Suggestion[] {
  const answer = readArray(body)
  if (typeof answer[0] !== 'string' || !Array.isArray(answer[1])) throw changed('[query, [suggestions]]')
  const texts: unknown[] = answer[1]
  if (!texts.every((text) => typeof text === 'string')) throw changed('text of every suggestion')

  const facts = client === 'chrome' ? metadata(answer) : {}
  const kinds = sameLength(facts['google:suggesttype'], texts)
  const scores = sameLength(facts['google:suggestrelevance'], texts)
  return texts.flatMap((text, index) => {
    if (text.trim() === '') return []
    const kind = kinds?.[index]
    const score = optionalWhole.parse(scores?.[index])
    return {
      text,
      ...(typeof kind === 'string' && kind !== '' && { kind }),
      ...(score !== null && { relevance: score }),
    }
  })
}

/** One list without doubles (letter case does not count); a double leaves the higher relevance. */
export function merge(answers: readonly Suggestion[][]): Suggestion[] {
  const byText = new Map<string, Suggestion>()
  for (const found of answers.flat()) {
    const key = found.text.toLowerCase()
    const known = byText.get(key)
    if (!known) byText.set(key, found)
    else if ((found.relevance ?? -1) > (known.relevance ?? -1)) byText.set(key, { ...found, text: known.text })
  }
  return [...byText.values()]
}

function readArray(body: string): unknown[] {
  const text = body.replace(/^\s*\)\]\}'/, '').trim()
  if (text === '') throw blocked('The upstream sent an empty answer in place of suggestions.')
  if (text.startsWith('<')) throw blocked('The upstream answered with a page in place of suggestions.')
  try {
    const answer: unknown = JSON.parse(text)
    if (Array.isArray(answer)) return answer
  } catch {
    // Falls through: not JSON is as little understood as JSON of another shape.
  }
  throw changed('JSON array of suggestions')
}

function metadata(answer: unknown[]): Record<string, unknown> {
  const last = answer.findLast((part) => part !== null && typeof part === 'object' && !Array.isArray(part))
  return (last ?? {}) as Record<string, unknown>
}

function sameLength(list: unknown, texts: readonly unknown[]): unknown[] | undefined {
  return Array.isArray(list) && list.length === texts.length ? list : undefined
}
