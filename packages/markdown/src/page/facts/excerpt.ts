// A page's own short description. Never a text of our choosing: null when there is none.
import type { HeadFacts } from '../../tree/node.ts'
import { collapse } from '../visible-text.ts'
import { isOfType, type JsonObject, textOf, WRITING } from './json-ld.ts'

/** What passes for a description although it is the whole text is cut here, in code points. */
const MAX_CHARS = 1000

/** Things besides writings whose description is the page's. */
const DESCRIBED = /(?:^Product|Page)$/

const NAMES = ['description', 'og:description', 'twitter:description', 'dc.description', 'dcterms.description'] as const

export function readExcerpt({ metas }: HeadFacts, things: readonly JsonObject[]): string | null {
  for (const text of stated(metas, things)) if (/[\p{L}\p{N}]/u.test(text)) return shortened(text)
  return null
}

function* stated(metas: HeadFacts['metas'], things: readonly JsonObject[]): Generator<string> {
  for (const name of NAMES) yield collapse(metas.get(name) ?? '')
  for (const thing of things)
    if (isOfType(thing, WRITING) || isOfType(thing, DESCRIBED)) yield textOf(thing.description)
}

function shortened(text: string): string {
  const points = [...text.slice(0, MAX_CHARS * 2 + 2)]
  if (points.length <= MAX_CHARS) return text
  const kept = points.slice(0, MAX_CHARS - 1).join('')
  const lastBlank = kept.lastIndexOf(' ')
  return `${kept.slice(0, lastBlank > MAX_CHARS / 2 ? lastBlank : undefined)}…`
}
