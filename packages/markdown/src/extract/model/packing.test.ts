import { expect, it } from 'vitest'
import { type Forest, sumLeaves } from './forest.ts'
import {
  Packer,
  packForests,
  packMarks,
  packWords,
  Unpacker,
  unpackForests,
  unpackMarks,
  unpackWords,
} from './packing.ts'

/** `x0 <= 1.5 ? (x1 <= -2 ? 0.25 : 0.5) : -1`, and a tree of one leaf. */
const forest: Forest = {
  treeNode: Int32Array.of(0, 2),
  treeLeaf: Int32Array.of(0, 3),
  column: Int16Array.of(0, 1),
  threshold: Float32Array.of(1.5, -2),
  left: Int16Array.of(1, -2),
  right: Int16Array.of(-1, -3),
  leaf: Float32Array.of(-1, 0.25, 0.5, 0.125),
}

it.each([
  [[1, -3], 0.375],
  [[1.5, 0], 0.625],
  [[2, -3], -0.875],
])('a row falls into one leaf of each tree: %j', (row, sum) => {
  expect(sumLeaves(forest, Float32Array.of(9, 9, ...row), 2)).toBe(sum)
})

it('forests survive being packed', () => {
  expect(unpackForests(packForests([forest, forest]))).toEqual([forest, forest])
})

it('numbers of all sizes keep their places', () => {
  const packed = new Packer()
    .add(Int8Array.of(-3))
    .add(Int32Array.of(70_000))
    .add(Int16Array.of(-9))
    .add(Float32Array.of(0.5))
    .base64()
  const unpacker = new Unpacker(packed)
  expect([...unpacker.int8(1), ...unpacker.int32(1), ...unpacker.int16(1), ...unpacker.float32(1)]).toEqual([
    -3, 70_000, -9, 0.5,
  ])
})

it('words and marks survive being packed', () => {
  const words = unpackWords(
    packWords(
      new Map([
        [-7, 1.5],
        [123_456_789, -0.5],
      ]),
    ),
  )
  expect([words.get(-7), words.get(123_456_789)]).toEqual([1.5, -0.5])
  const scores = new Map([
    [42, Int8Array.of(1, -2, 3, -4, 5, -6, 7)],
    [43, new Int8Array(7)],
  ])
  expect(unpackMarks(packMarks({ scores })).scores).toEqual(scores)
})
