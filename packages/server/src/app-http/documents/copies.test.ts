import type { CatalogDocument } from '@kiosk/catalog'
import { expect, test } from 'vitest'
import { createCopies } from './copies.ts'

test('a document is made once for each state of the catalog', () => {
  const catalog = (version: string): CatalogDocument => ({
    service: 'kiosk',
    version,
    degraded: false,
    generatedAt: '2026-03-14T09:30:00.000Z',
    baseUrl: 'https://kiosk.example.test',
    operations: [],
  })
  const [before, after] = [catalog('1.0.0'), catalog('2.0.0')]
  const made: string[] = []
  const make = ({ version }: CatalogDocument) => {
    made.push(version)
    return version
  }
  const copies = createCopies()
  const first = copies(before, 'document', make)
  expect(copies(before, 'document', make)).toBe(first)
  const second = copies(after, 'document', make)
  expect(second.etag).not.toBe(first.etag)
  expect(copies(before, 'document', make)).toBe(first)
  expect(made).toEqual(['1.0.0', '2.0.0'])
  expect(copies(before, 'another', () => 'x').identity.toString()).toBe('x')
})
