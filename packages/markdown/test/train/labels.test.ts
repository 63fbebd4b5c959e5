import { expect, it } from 'vitest'
import { wordHashes } from '../../src/extract/blocks/characters.ts'
import { matchWords } from '../../train/labels.ts'

const match = (page: string, truth: string): number[] => [
  ...matchWords(Int32Array.from(wordHashes(page)), Int32Array.from(wordHashes(truth))),
]

it('finds the runs that page and truth share', () => {
  expect(match('menu home the mill stands still today footer', 'the mill stands still today')).toEqual([
    -1, -1, 0, 1, 2, 3, 4, -1,
  ])
})

it('uses every word of the truth once, for the longer run', () => {
  // The headline stands in the menu, too.
  expect(match('mill stands still x y mill stands still since the flood', 'mill stands still since the flood')).toEqual(
    [-1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5],
  )
})

it('lets single words count between matched runs only', () => {
  expect(match('wheel a b c d e wheel f g h i', 'a b c d e wheel f g h i')).toEqual([-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

it('finds runs that the truth has in another order', () => {
  expect(match('one two three x four five six', 'four five six one two three')).toEqual([3, 4, 5, -1, 0, 1, 2])
})
