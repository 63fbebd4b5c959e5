import { defineProvider, type HttpResponse, notFound, OperationError } from '@kiosk/catalog'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jsonOf, optionalText, readShape, understand } from './answer.ts'

const provider = defineProvider({
  name: 'kites',
  title: 'Kites',
  upstreams: { main: 'https://kites.test' },
  hosts: 'own',
})
const details = { upstream: { provider: 'kites', status: 200 } }

function answer(text: string): HttpResponse {
  const json = () => {
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  }
  return { status: 200, url: '', header: () => null, cookies: [], bytes: new Uint8Array(), text: () => text, json }
}

describe('jsonOf', () => {
  test('JSON null is a body, not a missing one', () => {
    expect(jsonOf(provider, answer('null'))).toBeNull()
  })

  test.each([
    ['\n ', 'UPSTREAM_BLOCKED'],
    [' <html></html>', 'UPSTREAM_BLOCKED'],
    ['{"cut": [1, 2', 'UPSTREAM_CHANGED'],
  ])('%j is %s', (text, code) => {
    expect(() => jsonOf(provider, answer(text))).toThrow(expect.objectContaining({ code, details }))
  })
})

describe('readShape', () => {
  const schema = z.object({ list: z.array(z.object({ count: z.int() })) })

  test('names the member that is missing', () => {
    expect(() => readShape(schema, { list: [{ count: 1 }, {}] })).toThrow('no readable list.1.count')
    expect(() => readShape(schema, { list: 3 }, 'data')).toThrow('no readable data.list')
    expect(() => readShape(schema, null)).toThrow('no readable content')
  })

  test('leaves out what is not mapped', () => {
    expect(readShape(schema, { list: [], more: 1 })).toEqual({ list: [] })
  })
})

describe('understand', () => {
  test('says whose answer it was, and keeps what else is known', () => {
    const parse = () => {
      throw notFound('No kite.', { details: { kite: 'box' } })
    }
    const thrown = expect.objectContaining({
      code: 'NOT_FOUND',
      message: 'No kite.',
      details: { kite: 'box', ...details },
    })
    expect(() => understand(provider, answer(''), parse)).toThrow(thrown)
  })

  test('leaves a defect a defect', () => {
    const parse = () => {
      throw new RangeError('bug')
    }
    expect(() => understand(provider, answer(''), parse)).toThrow(RangeError)
    expect(() => understand(provider, answer(''), parse)).not.toThrow(OperationError)
  })
})

test.each([
  [undefined, null],
  [null, null],
  [' \n', null],
  [7, null],
  [' as it stands ', ' as it stands '],
])('optionalText reads %j as %j', (given, expected) => {
  expect(z.object({ text: optionalText }).parse(given === undefined ? {} : { text: given })).toEqual({ text: expected })
})
