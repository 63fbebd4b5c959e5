import { expect, it } from 'vitest'
import { HashTable } from './hash-table.ts'

it('gives back what was set, and NaN for the rest', () => {
  const table = new HashTable(1000)
  for (let key = 0; key < 1000; key++) table.set(Math.imul(key, 0x85ebca6b), key / 8)
  for (let key = 0; key < 1000; key++) expect(table.get(Math.imul(key, 0x85ebca6b))).toBe(key / 8)
  expect(table.get(12_345)).toBeNaN()
  expect(table.has(0)).toBe(true)
})

it('takes the last value of a key', () => {
  const table = new HashTable(2)
  table.set(5, 1)
  table.set(5, 2)
  expect(table.get(5)).toBe(2)
})
