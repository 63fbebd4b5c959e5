import { expect, it } from 'vitest'
import { type Forest, sumLeaves } from './forest.ts'
import {
  Packer,
  packForests,
  packKindTable,
  packWords,
  Unpacker,
  unpackForests,
  unpackKindTable,
  unpackWords,
} from './packing.ts'

/** `x0 <= 1.5 ? (x1 <= -2 ? 0.25 : 0.5) : -1`, and a tree of one leaf. */
const forest: Forest = {
  roots: Int32Array.of(0, 5),
  column: Int16Array.of(0, 1, -1, -1, -1, -1),
  value: Float32Array.of(1.5, -2, 0.25, 0.5, -1, 0.125),
  right: Int16Array.of(4, 2, 0, 0, 0, 0),
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
  const weights = Int8Array.of(1, -2, 3, -4, 5, -6, 7, 0, 0, 0, 0, 0, 0, -127)
  const table = unpackKindTable(packKindTable([42, -43], weights))
  expect([table.rows.get(42), table.rows.get(-43), table.rows.has(0)]).toEqual([0, 1, false])
  expect(table.weights).toEqual(weights)
})
