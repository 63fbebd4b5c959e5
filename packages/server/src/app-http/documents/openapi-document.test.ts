// The OpenAPI document of all operations, against what is known to go wrong in such documents.
import { type JsonSchema, openApiDocument } from '@kiosk/catalog'
import { registry } from '@kiosk/operations'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { catalogOf } from '../../compose-engine.ts'

const media = z.object({
  'application/json': z.object({
    schema: z.custom<JsonSchema>(),
    examples: z.record(z.string(), z.object({ summary: z.string(), value: z.unknown() })).default({}),
  }),
})
const operationSchema = z.looseObject({
  operationId: z.string().regex(/^[a-z][A-Za-z0-9]*$/),
  summary: z.string().min(1),
  description: z.string().min(1),
  parameters: z.array(z.object({ $ref: z.string() })),
  requestBody: z.object({ description: z.string(), required: z.boolean(), content: media }),
  responses: z.looseObject({ 200: z.object({ headers: z.record(z.string(), z.unknown()), content: media }) }),
})

const catalog = catalogOf(registry, 'https://kiosk.example.test', false)
const document = openApiDocument(catalog)
const subjects = catalog.operations.map((operation) => ({ slug: operation.slug, operation }))
const documented = (slug: string) => operationSchema.parse(document.paths[`/${slug}`]?.post)

describe.each(subjects)('$slug', ({ slug, operation }) => {
  const { requestBody, responses, ...described } = documented(slug)
  const request = requestBody.content['application/json']
  const answer = responses[200].content['application/json']

  test('tells price, time-out, cache window and access', () => {
    expect(described).toMatchObject({
      'x-units': operation.units,
      'x-timeout': operation.timeoutSec,
      'x-cache': operation.cacheSec,
      'x-access': operation.access,
    })
  })

  test('documents the headers that every operation takes, and answers with', () => {
    expect(described.parameters.map(({ $ref }) => $ref)).toEqual([
      '#/components/parameters/IdempotencyKey',
      '#/components/parameters/ProxyUrl',
    ])
    const names = Object.keys(responses[200].headers)
    expect(names).toEqual(expect.arrayContaining(['x-request-id', 'x-quota-cost', 'Idempotency-Replayed']))
    expect(names.includes('x-kiosk-cache')).toBe(operation.cacheSec > 0)
  })

  test('documents its failures', () => {
    const statuses = Object.keys(responses)
    expect(statuses).toEqual(expect.arrayContaining(['200', '400', '401', '403', '409', '429', '503', 'default']))
  })

  test('shows each example under a name of its own', () => {
    const fitting = operation.examples.filter(({ fails }) => fails !== 'INVALID_INPUT')
    expect(Object.values(request.examples).map(({ value }) => value)).toEqual(fitting.map(({ input }) => input))
    const successes = operation.examples.filter(({ fails }) => fails === undefined)
    expect(Object.values(answer.examples).map(({ value }) => value)).toEqual(successes.map(({ output }) => output))
    for (const name of Object.keys({ ...request.examples, ...answer.examples })) expect(name).toMatch(/^[a-z0-9-]+$/)
  })

  test('has schemas without traps', () => {
    expect(traps(request.schema, 'input')).toEqual([])
    expect(traps(answer.schema, 'output')).toEqual([])
    expect(requestBody.required).toBe((request.schema.required ?? []).length > 0)
  })
})

test('every operation id is given once', () => {
  const ids = subjects.map(({ slug }) => documented(slug).operationId)
  expect(ids).toEqual([...new Set(ids)])
})

test('an Idempotency-Key is optional and has no example, which importers would send with every call', () => {
  const parameters = z.record(z.string(), z.looseObject({})).parse(document.components.parameters)
  expect(parameters.IdempotencyKey).toMatchObject({ in: 'header', schema: { minLength: 36, maxLength: 255 } })
  for (const parameter of Object.values(parameters)) {
    expect(parameter).not.toHaveProperty('required')
    expect(JSON.stringify(parameter)).not.toMatch(/"examples?":/)
  }
})

type Side = 'input' | 'output'

const KEYWORDS = new Set([
  ...['title', 'description', 'type', 'nullable', 'format', 'enum', 'default', 'example', 'pattern', 'items'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'properties', 'required'],
  ...['additionalProperties', 'anyOf', 'oneOf', 'allOf', 'not'],
])

/** What a schema holds that readers of OpenAPI 3.0 stumble over, here and below. */
function traps(schema: JsonSchema, side: Side, path = ''): string[] {
  const { type, nullable, properties, items, additionalProperties: rest, required = [] } = schema
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword) && !keyword.startsWith('x-'))
  const bounds = [schema.minimum, schema.maximum].filter((bound) => Math.abs(bound ?? 0) === Number.MAX_SAFE_INTEGER)
  const here = [
    unknown.length > 0 && `${unknown.join(', ')}: not in 3.0`,
    nullable === true && type === undefined && 'nullable without a type',
    schema.enum !== undefined && (nullable === true) !== schema.enum.includes(null) && 'null in enum or nullable alone',
    bounds.length > 0 && 'the bounds of every whole number',
    typeof schema.exclusiveMinimum === 'number' && 'an exclusive bound that is a number',
    schema.format?.startsWith('date') && schema.pattern !== undefined && 'a pattern beside a format that says it',
    type === 'array' && items === undefined && 'an array of nothing',
    side === 'output' && rest === false && 'a closed output',
    side === 'input' && properties !== undefined && rest !== false && 'an open input',
    properties && required.some((name) => !(name in properties)) && 'requires what it does not have',
    side === 'input' &&
      required.some((name) => properties?.[name]?.default !== undefined) &&
      'requires what has a default',
    path.endsWith('.') && schema.description === undefined && 'a field without a description',
  ].filter((fault) => typeof fault === 'string')
  const below = [
    ...Object.entries(properties ?? {}).flatMap(([name, part]) => traps(part, side, `${path}${name}.`)),
    ...(typeof items === 'object' ? traps(items, side, `${path}[]`) : []),
    ...(typeof rest === 'object' ? traps(rest, side, `${path}*`) : []),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts) =>
      (parts ?? []).flatMap((part, index) => traps(part, side, `${path}|${index}`)),
    ),
  ]
  return [...here.map((fault) => `${path}: ${fault}`), ...below]
}

test.each<[string, JsonSchema, Side?]>([
  ['not in 3.0', { const: 1 }],
  ['not in 3.0', { items: { $ref: '#/definitions/A' } }],
  ['nullable without a type', { anyOf: [{ nullable: true }] }],
  ['null in enum', { type: 'string', nullable: true, enum: ['a'] }],
  ['null in enum', { type: 'string', enum: ['a', null] }],
  ['every whole number', { type: 'integer', maximum: Number.MAX_SAFE_INTEGER }],
  ['that is a number', { exclusiveMinimum: 0 }],
  ['a format that says it', { type: 'string', format: 'date-time', pattern: '^2' }],
  ['of nothing', { type: 'array' }],
  ['closed output', { additionalProperties: { additionalProperties: false } }],
  ['open input', { properties: {} }, 'input'],
  ['does not have', { properties: {}, required: ['a'] }],
  ['has a default', { properties: { a: { description: 'A.', default: 1 } }, required: ['a'] }, 'input'],
  ['without a description', { properties: { a: {} } }],
])('a trap is told: %s', (part, schema, side = 'output') => {
  expect(traps(schema, side).join()).toContain(part)
})
