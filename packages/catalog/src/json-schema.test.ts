import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { book, bookOutput } from '../test/sample-catalog.ts'
import { type Dialect, inputSchema, outputSchema } from './json-schema.ts'
import { secret } from './secret.ts'

/** The schema of one field, as an input and as an output. */
function field(schema: z.ZodType, dialect: Dialect = '2020-12') {
  return inputSchema({ slug: 'a.get', input: z.strictObject({ field: schema }) }, dialect).properties?.field
}
function outputField(schema: z.ZodType, dialect: Dialect = '2020-12') {
  return outputSchema({ slug: 'a.get', output: z.object({ field: schema }) }, dialect).properties?.field
}

const dialects = ['2020-12', 'mcp', 'openapi-3.0'] as const

describe('in every dialect', () => {
  it.each(dialects)('%s: drops the bounds that every whole number has', (dialect) => {
    expect(field(z.int(), dialect)).toEqual({ type: 'integer' })
    expect(field(z.int().min(3).max(9), dialect)).toEqual({ type: 'integer', minimum: 3, maximum: 9 })
  })

  it.each(dialects)('%s: drops the pattern of a time, and nothing else of it', (dialect) => {
    expect(field(z.iso.datetime(), dialect)).toEqual({ type: 'string', format: 'date-time' })
    expect(field(z.iso.date(), dialect)).not.toHaveProperty('pattern')
  })

  it.each(dialects)('%s: closes inputs and leaves outputs open', (dialect) => {
    expect(inputSchema(book, dialect).additionalProperties).toBe(false)
    expect(JSON.stringify(outputSchema(book, dialect))).not.toContain('additionalProperties')
    expect(field(z.record(z.string(), z.number()), dialect)).toEqual({
      type: 'object',
      additionalProperties: { type: 'number' },
    })
  })

  it.each(dialects)('%s: a default makes an input optional and an output present', (dialect) => {
    const schema = z.object({ a: z.string().default('x') })
    expect(inputSchema({ slug: 'a.get', input: schema }, dialect).required).toBeUndefined()
    expect(outputSchema({ slug: 'a.get', output: schema }, dialect).required).toEqual(['a'])
    expect(field(z.string().default('x'), dialect)).toEqual({ type: 'string', default: 'x' })
  })

  it.each(dialects)('%s: keeps x-secret beside what the field must be', (dialect) => {
    expect(field(secret(z.string().max(9)).optional().describe('A token.'), dialect)).toEqual({
      description: 'A token.',
      type: 'string',
      maxLength: 9,
      'x-secret': true,
    })
  })

  it.each(dialects)('%s: orders keywords the same, however a field was chained', (dialect) => {
    const one = JSON.stringify(field(z.string().describe('d').min(1).max(3).default('x'), dialect))
    const other = JSON.stringify(field(z.string().max(3).min(1).default('x').describe('d'), dialect))
    expect(one).toBe(other)
  })

  it.each(dialects)('%s: says nothing of a pattern that leans on a flag', (dialect) => {
    expect(field(z.string().regex(/^a/i), dialect)).toEqual({ type: 'string' })
    expect(field(secret(z.string().regex(/^a/i)).optional(), dialect)).not.toHaveProperty('pattern')
    expect(field(z.string().regex(/^a/), dialect)).toEqual({ type: 'string', pattern: '^a' })
    expect(JSON.stringify(field(z.string().regex(/^a/i).regex(/b$/), dialect))).toBe(
      '{"type":"string","allOf":[{"pattern":"b$"}]}',
    )
  })

  it.each(dialects)('%s: carries no $schema, $id or $ref', (dialect) => {
    expect(JSON.stringify([inputSchema(book, dialect), outputSchema(book, dialect)])).not.toMatch(/"\$/)
  })

  it('refuses what has no JSON Schema, naming operation and side', () => {
    expect(() => inputSchema({ slug: 'a.get', input: z.strictObject({ d: z.date() }) })).toThrow(
      /^a\.get: the input has no JSON Schema/,
    )
    expect(() => outputSchema({ slug: 'a.get', output: z.object({ d: z.string().meta({ id: 'Name' }) }) })).toThrow(
      /named/,
    )
    expect(() => outputSchema({ slug: 'a.get', output: z.string() })).toThrow(/expected an object/)
  })
})

describe('2020-12', () => {
  it('writes every nullable in one way, with its description outside', () => {
    const nullable = (part: object) => ({ description: 'd', anyOf: [part, { type: 'null' }] })
    expect(outputField(z.string().nullable().describe('d'))).toEqual(nullable({ type: 'string' }))
    expect(outputField(z.string().describe('d').nullable())).toEqual(nullable({ type: 'string' }))
    expect(outputField(z.enum(['a']).nullable().describe('d'))).toEqual(nullable({ type: 'string', enum: ['a'] }))
    expect(outputField(z.union([z.string(), z.int()]).nullable())).toEqual({
      anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }],
    })
  })

  it('accepts what zod accepts', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const accepts = ajv.compile(outputSchema(book))
    expect(accepts(bookOutput)).toBe(true)
    expect(accepts({ ...bookOutput, later: 1 })).toBe(true)
    expect(accepts({ ...bookOutput, title: null })).toBe(false)
    const takes = ajv.compile(inputSchema(book))
    expect(takes({ isbn: '1', format: null })).toBe(true)
    expect(takes({ isbn: '1', extra: 1 })).toBe(false)
  })
})

describe('mcp', () => {
  it('has no type arrays, no constants, no tuples, and only the format that all clients take', () => {
    expect(field(z.string().nullable(), 'mcp')).toEqual({ anyOf: [{ type: 'string' }, { type: 'null' }] })
    expect(field(z.literal('a'), 'mcp')).toEqual({ type: 'string', enum: ['a'] })
    expect(field(z.url(), 'mcp')).toEqual({ type: 'string' })
    expect(field(z.tuple([z.int(), z.int()]), 'mcp')).toEqual({
      type: 'array',
      minItems: 2,
      maxItems: 2,
      items: { type: 'integer' },
    })
    expect(field(z.discriminatedUnion('k', [z.strictObject({ k: z.literal('a') })]), 'mcp')).not.toHaveProperty('oneOf')
  })

  it('has no alternatives at the top, where clients refuse them', () => {
    const either = z
      .strictObject({ a: z.string(), b: z.string() })
      .partial()
      .meta({ oneOf: [{ required: ['a'] }, { required: ['b'] }] })
    const operation = { slug: 'a.get', input: either } as const
    expect(inputSchema(operation)).toHaveProperty('oneOf')
    expect(inputSchema(operation, 'openapi-3.0')).toHaveProperty('oneOf')
    expect(Object.keys(inputSchema(operation, 'mcp'))).toEqual(['type', 'properties', 'additionalProperties'])
  })
})

describe('openapi-3.0', () => {
  it('says nullable beside the type, and null in its enum', () => {
    expect(outputField(z.string().nullable().describe('d'), 'openapi-3.0')).toEqual({
      description: 'd',
      type: 'string',
      nullable: true,
    })
    expect(outputField(z.enum(['a', 'b']).nullable(), 'openapi-3.0')).toEqual({
      type: 'string',
      nullable: true,
      enum: ['a', 'b', null],
    })
    expect(outputField(z.null(), 'openapi-3.0')).toEqual({ type: 'string', nullable: true, enum: [null] })
  })

  it('never says nullable without a type', () => {
    expect(outputField(z.union([z.string(), z.int()]).nullable(), 'openapi-3.0')).toEqual({
      anyOf: [{ type: 'string', nullable: true }, { type: 'integer' }],
    })
    expect(outputField(z.unknown().nullable(), 'openapi-3.0')).toEqual({})
  })

  it('writes constants, exclusive bounds, tuples, examples and base64 as 3.0 has them', () => {
    expect(field(z.literal('a'), 'openapi-3.0')).toEqual({ type: 'string', enum: ['a'] })
    expect(field(z.number().gt(0).lt(9), 'openapi-3.0')).toEqual({
      type: 'number',
      minimum: 0,
      exclusiveMinimum: true,
      maximum: 9,
      exclusiveMaximum: true,
    })
    expect(field(z.tuple([z.int(), z.string()]), 'openapi-3.0')).toMatchObject({
      items: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    })
    expect(field(z.string().meta({ examples: ['a', 'b'] }), 'openapi-3.0')).toEqual({ type: 'string', example: 'a' })
    expect(outputField(z.string().meta({ contentEncoding: 'base64' }), 'openapi-3.0')).toEqual({
      type: 'string',
      format: 'byte',
    })
  })

  it('rewrites what lies deeper, too', () => {
    const deep = z.object({ list: z.array(z.object({ a: z.enum(['x']).nullable() })).nullable() })
    expect(outputField(deep, 'openapi-3.0')).toEqual({
      type: 'object',
      properties: {
        list: {
          type: 'array',
          nullable: true,
          items: {
            type: 'object',
            properties: { a: { type: 'string', nullable: true, enum: ['x', null] } },
            required: ['a'],
          },
        },
      },
      required: ['list'],
    })
  })
})
