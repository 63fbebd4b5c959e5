import { describe, expect, it } from 'vitest'
import { book, bookOutput, lend, sampleCatalog } from '../test/sample-catalog.ts'
import { accessSentence, catalogDocumentSchema, priceSentence } from './document.ts'

describe('catalogDocument', () => {
  it('has the promised fields and no other', () => {
    const catalog = sampleCatalog()
    expect(Object.keys(catalog)).toEqual(['service', 'version', 'degraded', 'generatedAt', 'baseUrl', 'operations'])
    expect(catalog).toMatchObject({
      service: 'kiosk',
      version: '1.2.3',
      degraded: false,
      generatedAt: '2026-03-14T09:30:00.000Z',
      baseUrl: 'https://kiosk.example.test',
    })
    expect(Object.keys(catalog.operations[0] ?? {})).toEqual([
      ...['slug', 'id', 'title', 'description', 'category', 'tags', 'units', 'timeoutSec', 'cacheSec', 'access'],
      ...['inputSchema', 'outputSchema', 'examples'],
    ])
  })

  it('comes in the order of the slugs, whatever the order of the registry', () => {
    const slugs = (operations: Parameters<typeof sampleCatalog>[0]) =>
      sampleCatalog(operations).operations.map(({ slug }) => slug)
    expect(slugs({ operations: [lend, book] })).toEqual(['library-book.get', 'library-lend.post'])
    expect(slugs({ operations: [book, lend] })).toEqual(['library-book.get', 'library-lend.post'])
  })

  it('shows an output where there is one, and the code where it fails', () => {
    const [first] = sampleCatalog().operations
    expect(first?.examples.slice(0, 2)).toEqual([
      { title: 'A book', input: { isbn: '978-0' }, output: bookOutput },
      { title: 'An unknown book', input: { isbn: '000' }, fails: 'NOT_FOUND' },
    ])
    expect(sampleCatalog({ outputs: {} }).operations[0]?.examples[0]).toEqual({
      title: 'A book',
      input: { isbn: '978-0' },
    })
  })

  it('survives the wire', () => {
    const catalog = sampleCatalog({ degraded: true })
    expect(catalogDocumentSchema.parse(JSON.parse(JSON.stringify(catalog)))).toEqual(catalog)
  })

  it('is read by those who do not know its later fields, and refused when it is something else', () => {
    expect(catalogDocumentSchema.safeParse({ ...sampleCatalog(), later: 1 }).success).toBe(true)
    expect(catalogDocumentSchema.safeParse({ ...sampleCatalog(), operations: [{ slug: 'a.get' }] }).success).toBe(false)
    expect(catalogDocumentSchema.safeParse({ error: { code: 'INTERNAL' } }).success).toBe(false)
  })

  it.each([
    { properties: { a: null } },
    { properties: [] },
    { items: 'string' },
    { anyOf: { type: 'null' } },
    { oneOf: [{ properties: { a: { allOf: [1] } } }] },
    { additionalProperties: [] },
    { required: [7] },
    { enum: 'a' },
    { description: {} },
    { type: ['string', 'null'] },
    [],
    'object',
  ])('is refused when %j stands where a schema should', (inputSchema) => {
    const catalog = sampleCatalog()
    const operations = [{ ...catalog.operations[0], inputSchema }]
    expect(catalogDocumentSchema.safeParse({ ...catalog, operations }).success).toBe(false)
  })
})

it('says price and access in one sentence each', () => {
  expect(priceSentence({ units: 20, cacheSec: 300 })).toBe('Costs 20 units; cached 300 s (a hit is free).')
  expect(priceSentence({ units: 1, cacheSec: 0 })).toBe('Costs 1 unit; never cached.')
  expect(accessSentence({ access: 'public' })).toBe('')
  expect(accessSentence({ access: 'account' })).toContain('Acts on')
  expect(accessSentence({ access: 'credentials' })).toContain('Reads with')
})
