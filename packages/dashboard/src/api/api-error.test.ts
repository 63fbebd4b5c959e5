import { expect, it } from 'vitest'
import { ApiError, asApiError, expectOk, mayPass, sentenceOf, unreachable } from './api-error.ts'

function refusal(status: number, body: unknown, headers: Record<string, string> = {}): Promise<ApiError> {
  const response = new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  return expectOk(response).then(
    () => Promise.reject(new Error('was not refused')),
    (error: unknown) => asApiError(error),
  )
}

it('passes an answer that is 2xx', async () => {
  const response = new Response('{}', { status: 201 })
  expect(await expectOk(response)).toBe(response)
})

it('reads the envelope and the headers of a refusal', async () => {
  const error = { code: 'RATE_LIMITED', message: 'Too many.', requestId: 'req_1', field: 'name', details: { a: 1 } }
  expect(await refusal(429, { error }, { 'retry-after': '30' })).toMatchObject({
    ...error,
    status: 429,
    retryAfterSec: 30,
  })
})

it('takes the request id of the header where the body has none', async () => {
  const error = { code: 'INTERNAL', message: 'A defect.' }
  expect((await refusal(500, { error }, { 'x-request-id': 'req_2' })).requestId).toBe('req_2')
})

it.each([['<html>bad gateway</html>'], [{ message: 'other' }], ['']])(
  'does not take %j for an envelope',
  async (body) => {
    expect(await refusal(502, body)).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 502 })
  },
)

it('leaves out a Retry-After that is no number of seconds', async () => {
  const error = { code: 'OVERLOADED', message: 'Later.' }
  expect((await refusal(503, { error }, { 'retry-after': 'soon' })).retryAfterSec).toBeUndefined()
})

it('tells what may pass by itself', async () => {
  expect(mayPass(unreachable(new TypeError('failed to fetch')))).toBe(true)
  expect(mayPass(new ApiError('', { code: 'AUTH_UNAVAILABLE', status: 503 }))).toBe(true)
  expect(mayPass(new ApiError('', { code: 'UNAUTHORIZED', status: 401 }))).toBe(false)
  expect(mayPass(new Error('a defect'))).toBe(false)
})

it('says a message as a sentence of its own', () => {
  const fault = { code: 'INVALID_INPUT', status: 400 }
  expect(sentenceOf(new ApiError('role: the last admin stays', { ...fault, field: 'role' }))).toBe(
    'The last admin stays',
  )
  expect(sentenceOf(new ApiError('No: really', { ...fault, field: 'role' }))).toBe('No: really')
  expect(sentenceOf(new Error('secret inner text'))).not.toContain('secret')
})
