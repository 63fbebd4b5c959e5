import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { bookOutput, sampleCatalog } from '../test/sample-catalog.ts'
import { errorCodes } from './errors.ts'
import { type OpenApiDocument, openApiDocument } from './openapi.ts'

const document = openApiDocument(sampleCatalog())

async function problems(candidate: OpenApiDocument): Promise<string[]> {
  const source = JSON.stringify(candidate)
  const config = await createConfig({ extends: ['spec'] })
  const linted = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const { valid, errors } = await new Validator().validate(JSON.parse(source))
  return [...linted.map(({ message }) => message), ...(valid ? [] : [JSON.stringify(errors)])]
}

/** Follows a path of keys. */
function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>(
    (part, key) => (part && typeof part === 'object' ? Reflect.get(part, key) : undefined),
    value,
  )
}

describe('openApiDocument', () => {
  it('is valid OpenAPI 3.0.3', async () => {
    expect(document.openapi).toBe('3.0.3')
    expect(await problems(document)).toEqual([])
  })

  it('would be told if it were not', async () => {
    const faulty = structuredClone(document)
    Reflect.set(at(faulty, 'components', 'schemas', 'Usage') as object, 'type', ['object', 'null'])
    expect(await problems(faulty)).not.toEqual([])
    const dangling = structuredClone(document)
    Reflect.deleteProperty(at(dangling, 'components', 'responses') as object, 'Conflict')
    expect(await problems(dangling)).not.toEqual([])
  })

  it('has one path per operation, and usage', () => {
    expect(Object.keys(document.paths)).toEqual(['/library-book.get', '/library-lend.post', '/usage'])
    expect(at(document.paths, '/library-book.get', 'post')).toMatchObject({
      operationId: 'libraryBook',
      tags: ['reference'],
      'x-units': 1,
      'x-timeout-sec': 15,
      'x-cache-sec': 600,
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
  })

  it('tells the cache header only where there is a window', () => {
    const headers = (path: string) => at(document.paths, path, 'post', 'responses', '200', 'headers')
    expect(headers('/library-book.get')).toHaveProperty('x-kiosk-cache')
    expect(headers('/library-lend.post')).not.toHaveProperty('x-kiosk-cache')
    for (const name of ['x-request-id', 'x-quota-remaining', 'x-quota-cost', 'RateLimit', 'Idempotency-Replayed']) {
      expect(headers('/library-lend.post')).toHaveProperty([name])
    }
    expect(at(document, 'components', 'responses', 'Conflict', 'headers')).toHaveProperty('Retry-After')
  })

  it('shows every code that an operation can answer', () => {
    const shown = JSON.stringify(at(document, 'components', 'responses'))
    const missing = errorCodes.filter((code) => !shown.includes(`"${code}":{"summary"`))
    // Only sessions see it.
    expect(missing).toEqual(['AUTH_UNAVAILABLE'])
  })

  it('says when it may be stale', () => {
    expect(document).not.toHaveProperty('degraded')
    expect(openApiDocument(sampleCatalog({ degraded: true }))).toMatchObject({ degraded: true, 'x-degraded': true })
  })
})
