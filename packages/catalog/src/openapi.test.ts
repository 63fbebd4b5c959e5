import { describe, expect, it } from 'vitest'
import { openApiFaults } from '../test/openapi-faults.ts'
import { bookOutput, lend, sampleCatalog } from '../test/sample-catalog.ts'
import { errorCodes } from './errors.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument(sampleCatalog())
const EXAMPLES = ['paths', '/library-book.get', 'post', 'requestBody', 'content', 'application/json', 'examples']

/** Follows a path of keys. */
function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>(
    (part, key) => (part && typeof part === 'object' ? Reflect.get(part, key) : undefined),
    value,
  )
}

describe('openApiDocument', () => {
  it('is valid OpenAPI 3.0.3 under the rules that its users lint with', async () => {
    expect(document.openapi).toBe('3.0.3')
    expect(await openApiFaults(JSON.stringify(document))).toEqual([])
  })

  it.each<[string, readonly string[], unknown]>([
    ['a type that 3.0 does not have', ['components', 'schemas', 'Usage', 'type'], ['object', 'null']],
    ['nullable without a type', ['components', 'schemas', 'Usage', 'properties', 'period'], { nullable: true }],
    ['a reference to nothing', ['components', 'responses', 'Conflict'], undefined],
    ['a component without use', ['components', 'responses', 'Teapot'], { description: 'Short and stout.' }],
    ['an example that does not fit', [...EXAMPLES, 'a-book', 'value'], { isbn: 7 }],
    ['an example with an unknown field', [...EXAMPLES, 'a-book', 'value'], { isbn: '1', colour: 'red' }],
    ['an operation id that is taken', ['paths', '/library-lend.post', 'post', 'operationId'], 'libraryBook'],
  ])('would be told of %s', async (_, path, value) => {
    const faulty = structuredClone(document)
    const parent = at(faulty, ...path.slice(0, -1))
    if (typeof parent !== 'object' || parent === null) throw new Error('the path leads nowhere')
    Reflect.set(parent, path.at(-1) ?? '', value)
    expect(await openApiFaults(JSON.stringify(faulty))).not.toEqual([])
  })

  it('has one path per operation, and usage', () => {
    expect(Object.keys(document.paths)).toEqual(['/library-book.get', '/library-lend.post', '/usage'])
    expect(at(document.paths, '/library-book.get', 'post')).toMatchObject({
      operationId: 'libraryBook',
      tags: ['reference'],
      'x-units': 1,
      'x-timeout': 15,
      'x-cache': 600,
      'x-access': 'public',
      parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }, { $ref: '#/components/parameters/ProxyUrl' }],
    })
    expect(document.security).toEqual([{ apiKey: [] }])
    expect(at(document, 'components', 'securitySchemes', 'apiKey')).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
    })
    expect(at(document, 'components', 'parameters', 'IdempotencyKey', 'schema')).toEqual({
      type: 'string',
      minLength: 36,
      maxLength: 255,
    })
  })

  it('needs a body only where a field is required', () => {
    expect(at(document.paths, '/library-book.get', 'post', 'requestBody', 'required')).toBe(true)
    expect(at(document.paths, '/library-lend.post', 'post', 'requestBody', 'required')).toBe(false)
  })

  it('shows examples that fit, with their outputs', () => {
    const post = at(document.paths, '/library-book.get', 'post')
    const shown = at(post, 'requestBody', 'content', 'application/json', 'examples')
    expect(Object.keys(shown ?? {})).toEqual(['a-book', 'an-unknown-book', 'a-withdrawn-book'])
    expect(at(shown, 'an-unknown-book', 'summary')).toBe('An unknown book (fails with NOT_FOUND)')
    expect(at(post, 'responses', '200', 'content', 'application/json', 'examples')).toEqual({
      'a-book': { summary: 'A book', value: bookOutput },
    })
  })

  it('names the statuses of every operation, and 410 where a listing can end', () => {
    const statuses = (path: string) => Object.keys(at(document.paths, path, 'post', 'responses') ?? {})
    const common = [
      '200',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '415',
      '422',
      '429',
      '431',
      '500',
      '502',
      '503',
      '504',
    ]
    expect(statuses('/library-lend.post')).toEqual([...common, 'default'])
    expect(statuses('/library-book.get')).toContain('410')
    const withoutBook = openApiDocument(sampleCatalog({ operations: [lend] }))
    expect(at(withoutBook, 'components', 'responses')).not.toHaveProperty('Gone')
  })

  it('says which fields exclude each other', () => {
    const either = { ...lend, input: lend.input.meta({ oneOf: [{ required: ['token'] }, { required: ['card'] }] }) }
    const { paths } = openApiDocument(sampleCatalog({ operations: [either] }))
    expect(at(paths, '/library-lend.post', 'post', 'requestBody', 'description')).toBe(
      'One JSON object; unknown fields are refused. Exactly one of `token`, `card` must be sent.',
    )
  })

  it('tells of replays where answers are stored, and of waiting where the service may know', () => {
    const headers = (name: string) => Object.keys(at(document, 'components', 'responses', name, 'headers') ?? {})
    for (const name of ['BadRequest', 'NotFound', 'Gone', 'UnsupportedMediaType', 'Unprocessable']) {
      expect(headers(name), name).toContain('Idempotency-Replayed')
    }
    for (const name of ['Unauthorized', 'Forbidden', 'Conflict', 'PayloadTooLarge', 'TooManyRequests', 'BadGateway']) {
      expect(headers(name), name).not.toContain('Idempotency-Replayed')
    }
    for (const name of ['Conflict', 'TooManyRequests', 'ServiceUnavailable']) {
      expect(headers(name), name).toContain('Retry-After')
    }
    for (const name of ['Unauthorized', 'RequestTimeout', 'HeadersTooLarge']) {
      expect(headers(name), name).toEqual(['x-request-id'])
    }
  })

  it('tells the cache header only where there is a window', () => {
    const headers = (path: string) => at(document.paths, path, 'post', 'responses', '200', 'headers')
    expect(headers('/library-book.get')).toHaveProperty('x-kiosk-cache')
    expect(headers('/library-lend.post')).not.toHaveProperty('x-kiosk-cache')
    for (const name of ['x-request-id', 'x-quota-remaining', 'x-quota-cost', 'RateLimit', 'Idempotency-Replayed']) {
      expect(headers('/library-lend.post')).toHaveProperty([name])
    }
  })

  it('shows every code that an operation can answer', () => {
    const shown = JSON.stringify(at(document, 'components', 'responses'))
    const missing = errorCodes.filter((code) => !shown.includes(`"${code}":{"summary"`))
    // The one is for other methods, the other for sessions.
    expect(missing).toEqual(['METHOD_NOT_ALLOWED', 'AUTH_UNAVAILABLE'])
  })

  it('says when it may be stale, and is the same document otherwise', () => {
    expect(document).not.toHaveProperty('degraded')
    expect(document).not.toHaveProperty('x-degraded')
    const stale = openApiDocument(sampleCatalog({ degraded: true }))
    expect(stale).toEqual({ ...document, degraded: true, 'x-degraded': true })
  })
})
