import { describe, expect, it } from 'vitest'
import { sampleCatalog } from '../test/sample-catalog.ts'
import { toolOf } from './tool.ts'

const [book, lend] = sampleCatalog().operations.map(toolOf)

describe('toolOf', () => {
  it('names the tool after the slug and ends with the price', () => {
    expect(book?.name).toBe('library_book')
    expect(book?.description.split('\n')).toEqual(['Reads one book.', 'Costs 1 unit; cached 600 s (a hit is free).'])
    expect(lend?.description).toMatch(/Acts on .*\nCosts 20 units; never cached\.$/)
  })

  it('warns of what acts on an account, and of nothing else', () => {
    expect(book?.annotations).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    })
    expect(lend?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    })
  })

  it('leaves base64 out of what a model reads', () => {
    expect(book?.outputSchema.properties).not.toHaveProperty('scan')
    expect(book?.outputSchema.required).toEqual(['title', 'pages', 'printedAt', 'authors', 'fetchedAt'])
  })

  it('writes schemas for the clients of models', () => {
    expect(book?.outputSchema.properties?.pages).toMatchObject({ anyOf: [{ type: 'integer' }, { type: 'null' }] })
    expect(JSON.stringify(book?.outputSchema)).not.toMatch(/nullable|additionalProperties|"format":"uri"/)
    expect(book?._meta).toMatchObject({ 'kiosk/slug': 'library-book.get', 'kiosk/units': 1 })
  })
})
