import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { firstBody, newIdempotencyKey, noOptions, runHeaders, shownFaults } from './run.ts'

it('begins with the first example that succeeds', () => {
  const examples = [
    { title: 'No such thing', input: { name: 'xqzzy' }, fails: 'NOT_FOUND' },
    { title: 'A thing', input: { name: 'lamp' } },
  ]
  expect(firstBody({ examples })).toEqual({ name: 'lamp' })
  expect(firstBody({ examples: examples.slice(0, 1) })).toEqual({ name: 'xqzzy' })
  expect(firstBody({ examples: [] })).toEqual({})
})

describe('headers of a run', () => {
  it('hold what was asked for', () => {
    expect(runHeaders(noOptions, false)).toEqual({})
    expect(runHeaders({ idempotencyKey: 'k'.repeat(36), proxyUrl: 'http://proxy.example.test:8080' }, true)).toEqual({
      'idempotency-key': 'k'.repeat(36),
      'x-proxy-url': 'http://proxy.example.test:8080',
    })
  })

  it('hold a new Idempotency-Key for each run that acts on an account', () => {
    const keys = [1, 2].map(() => runHeaders(noOptions, true)['idempotency-key'])
    expect(keys[0]).toMatch(/^run_[0-9a-f]{32}$/)
    expect(keys[0]).not.toBe(keys[1])
  })
})

it('makes Idempotency-Keys of a length that is taken', () => {
  expect(newIdempotencyKey()).toHaveLength(36)
})

describe('faults in the form', () => {
  const local = new Map([
    ['url', 'is required'],
    ['width', 'expected a number'],
  ])
  it('name missing fields only once a run was tried', () => {
    expect([...shownFaults(local, null, false).keys()]).toEqual(['width'])
    expect([...shownFaults(local, null, true).keys()]).toEqual(['url', 'width'])
  })

  it('take what the service named, without the name', () => {
    const refused = new ApiError('width: expected at most 3840', { code: 'INVALID_INPUT', status: 400, field: 'width' })
    expect(shownFaults(local, refused, false).get('width')).toBe('expected at most 3840')
  })
})
