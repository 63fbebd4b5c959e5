// What the two networks say about when they may be asked again, and why they refuse: facts beside the code of an error.
import { type Operation, OperationError } from '@kiosk/catalog'
import { fixtureHttp, testContext } from '@kiosk/testkit'
import { expect, it } from 'vitest'
import { operation as instanceProfile } from './instance-profile.ts'
import { operation as profile } from './profile.ts'

const now = new Date('2026-03-14T09:30:00.000Z')
const in240Sec = String(now.getTime() / 1000 + 240)

async function refusal(operation: Operation, handle: string, status: (url: string) => number, headers = {}) {
  const { signal } = new AbortController()
  const http = fixtureHttp({
    provider: operation.provider,
    signal,
    answer: ({ url }) => {
      const links = [{ rel: 'self', type: 'application/activity+json', href: 'https://social.example.test/users/ines' }]
      return { status: status(url), headers, body: JSON.stringify({ links, error: { code: 'NO' } }) }
    },
  })
  const context = testContext({ operation, now, signal, http })
  const error = await operation.run(context, { handle }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof OperationError) return error
  throw new Error('expected a refusal', { cause: error })
}

it.each([
  [profile, 'ines.example.test', { 'retry-after': '17', 'ratelimit-reset': in240Sec }, 17],
  [profile, 'ines.example.test', { 'ratelimit-reset': in240Sec }, 240],
  [profile, 'ines.example.test', { 'ratelimit-reset': '1000000000' }, 1],
  [profile, 'ines.example.test', {}, 60],
  [instanceProfile, 'ines@social.example.test', { 'x-ratelimit-reset': '2026-03-14T09:34:00.872845Z' }, 241],
  [instanceProfile, 'ines@social.example.test', { 'retry-after': '17' }, 17],
  [instanceProfile, 'ines@social.example.test', { 'x-ratelimit-reset': 'soon' }, 60],
] as const)('$slug %s: headers %j mean a wait', async (operation, handle, headers, seconds) => {
  const error = await refusal(operation, handle, () => 429, headers)
  expect(error).toMatchObject({ code: 'UPSTREAM_RATE_LIMITED', retryAfterSec: seconds })
  expect(error.details).toEqual({ upstream: { provider: 'microblog', status: 429 } })
})

it('says that an instance wants signed requests', async () => {
  const status = (url: string) => (url.includes('webfinger') ? 200 : 401)
  const error = await refusal(instanceProfile, 'ines@social.example.test', status)
  expect(error.code).toBe('UPSTREAM_BLOCKED')
  expect(error.message).toMatch(/signed requests/)
})

it.each([
  ['AccountDeactivated', /deactivated/],
  ['AccountDeleted', /deleted/],
  ['AccountSuspended', /suspended/],
  ['AccountTakedown', /taken down/],
  ['InvalidRequest', /no account/],
])('says which kind of missing account %s is', async (error, message) => {
  const { signal } = new AbortController()
  const body = JSON.stringify({ error, message: 'Profile not found' })
  const http = fixtureHttp({
    provider: profile.provider,
    signal,
    answer: () => ({ status: 400, headers: {}, body }),
  })
  const context = testContext({ operation: profile, now, signal, http })
  await expect(profile.run(context, { handle: 'ines.example.test' })).rejects.toThrow(message)
})
