// All vectors, by which the canary and the pages are made.
import { headerVectors, markupVectors } from './markup.ts'
import { navigationVectors } from './navigations.ts'
import { scriptVectors } from './scripts.ts'
import { redirectVectors, spellingVectors } from './spellings.ts'
import type { Vector } from './vector.ts'
import { workerVectors } from './workers.ts'

export const everyVector: readonly Vector[] = [
  ...spellingVectors,
  ...redirectVectors,
  ...markupVectors,
  ...headerVectors,
  ...scriptVectors,
  ...workerVectors,
  ...navigationVectors,
]

/** Frames that a page bears before its browser is busy with nothing else. */
const PER_PAGE = 70

/** The vectors, by the page that they share. */
export function pagesOf(vectors: readonly Vector[]): (readonly Vector[])[] {
  const count = Math.ceil(vectors.length / PER_PAGE)
  return Array.from({ length: count }, (_, index) => vectors.slice(index * PER_PAGE, (index + 1) * PER_PAGE))
}

export function vectorNamed(name: string): Vector {
  const found = everyVector.find((vector) => vector.name === name)
  if (found === undefined) throw new TypeError(`there is no vector ${name}`)
  return found
}
