import { expect, it } from 'vitest'
import { pageKinds } from '../../src/extract/kind/page-kinds.ts'
import { kindTableOf, type MarkedPage, weighMarks } from '../../train/kind-weights.ts'

const [THREAD, BASKET, EVERYWHERE, RARE] = [11, 22, 33, 44]

/** Forums carry one mark, products another, all of them a third. */
const pages: MarkedPage[] = Array.from({ length: 80 }, (_, at) => ({
  type: at % 2 ? 'forum' : 'product',
  fold: at < 60 ? 0 : 1,
  marks: new Set([at % 2 ? THREAD : BASKET, EVERYWHERE, ...(at < 3 ? [RARE] : [])]),
}))

const { marks, weights } = weighMarks(pages, new Set([0]))
const weightOf = (mark: number, kind: (typeof pageKinds)[number]): number =>
  weights[marks.indexOf(mark) * pageKinds.length + pageKinds.indexOf(kind)] ?? 0

it('a mark speaks for the kind that it was seen on, and against the other', () => {
  expect(weightOf(THREAD, 'forum')).toBeGreaterThan(10)
  expect(weightOf(THREAD, 'product')).toBeLessThan(-10)
  expect(weightOf(BASKET, 'product')).toBeGreaterThan(10)
})

it('marks of few pages and of all pages are left out', () => {
  expect([...marks].sort()).toEqual([THREAD, BASKET].sort())
})

it('the table finds the row of a mark', () => {
  const { rows } = kindTableOf({ marks, weights })
  expect(marks.map((mark) => rows.get(mark))).toEqual([...marks.keys()])
})

it('learns nothing from other folds', () => {
  expect(weighMarks(pages, new Set([1])).marks).toHaveLength(0)
})
