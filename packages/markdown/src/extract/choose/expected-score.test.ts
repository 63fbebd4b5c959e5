import { expect, it } from 'vitest'
import { chooseBlocks } from './expected-score.ts'

const choose = (chances: number[], words: number[]): number[] => {
  const { cutoff } = chooseBlocks(Float32Array.from(chances), Float32Array.from(words))
  return chances.flatMap((chance, block) => (Math.fround(chance) >= cutoff ? [block] : []))
}

it('keeps what is sure and drops what is not', () => {
  expect(choose([0.95, 0.9, 0.02, 0.05], [100, 80, 50, 60])).toEqual([0, 1])
})

it('keeps doubtful blocks where all are doubtful: half a page beats none', () => {
  expect(choose([0.3, 0.28, 0.02], [100, 100, 100])).toEqual([0, 1])
})

it('drops a doubtful block beside a long sure page, which a fixed threshold of 0.4 would keep', () => {
  expect(choose([0.98, 0.42], [2000, 300])).toEqual([0])
})

it('promises the score it expects', () => {
  expect(chooseBlocks(Float32Array.of(1, 0), Float32Array.of(10, 90)).expected).toBeCloseTo(1)
  expect(chooseBlocks(Float32Array.of(0.5, 0.5), Float32Array.of(10, 10)).expected).toBeCloseTo(2 / 3)
})

it('no block is the best of the best: every other cut-off promises less', () => {
  const chances = [0.9, 0.7, 0.55, 0.45, 0.3, 0.1]
  const words = [40, 10, 200, 30, 5, 300]
  const truth = chances.reduce((sum, chance, block) => sum + chance * (words[block] ?? 0), 0)
  const promise = (taken: number): number => {
    const own = chances.slice(0, taken)
    const hits = own.reduce((sum, chance, block) => sum + chance * (words[block] ?? 0), 0)
    return (2 * hits) / (words.slice(0, taken).reduce((a, b) => a + b, 0) + truth)
  }
  const best = Math.max(...chances.map((_, at) => promise(at + 1)))
  expect(chooseBlocks(Float32Array.from(chances), Float32Array.from(words)).expected).toBeCloseTo(best)
})

it('takes nothing of nothing', () => {
  expect(chooseBlocks(new Float32Array(), new Float32Array())).toEqual({ cutoff: 2, expected: 0 })
})
