import { expect, test } from 'vitest'
import { runHere } from './command-lines.ts'
import { deadAddress, refusal, standInGateway } from './stand-in-gateway.ts'

const usage = {
  organization: { id: 'org_1', name: 'Acme Research', plan: 'team' },
  period: '2026-11',
  quota: { limit: 50_000, used: 1200, remaining: 48_800, resetsAt: '2026-12-01T00:00:00.000Z' },
  operations: [{ slug: 'screenshot.post', calls: 70, units: 1200, cacheHits: 10 }],
}

test('a screen shows what was spent, what is left and on what', async () => {
  const gateway = await standInGateway({ '/usage': { body: usage } })
  const { code, stdout } = await runHere(['usage'], { KIOSK_BASE_URL: gateway.url, KIOSK_API_KEY: 'k' })
  expect(code).toBe(0)
  expect(stdout).toBe(
    [
      'Acme Research (plan team), 2026-11: 1,200 units spent, 48,800 of 50,000 units left until 2026-12-01.',
      '',
      'OPERATION        CALLS  UNITS  FROM CACHE',
      'screenshot.post  70     1200   10',
      '',
    ].join('\n'),
  )
  expect(gateway.received).toMatchObject([{ method: 'GET', path: '/usage', headers: { 'x-api-key': 'k' } }])
})

test('--json prints the document as it came, and a plan without a limit is said to have none', async () => {
  const endless = { ...usage, quota: { ...usage.quota, limit: null, remaining: null }, operations: [] }
  const { url } = await standInGateway({ '/usage': { body: endless } })
  const env = { KIOSK_BASE_URL: url, KIOSK_API_KEY: 'k' }
  expect(JSON.parse((await runHere(['usage', '--json'], env)).stdout)).toEqual(endless)
  expect((await runHere(['usage'], env)).stdout).toBe(
    'Acme Research (plan team), 2026-11: 1,200 units spent, no limit.\n',
  )
})

test('refusals and silence are failures with what to do', async () => {
  const { url } = await standInGateway({
    '/usage': refusal(401, { code: 'UNAUTHORIZED', message: 'This API key is unknown.' }),
  })
  const refused = await runHere(['usage', '--json'], { KIOSK_BASE_URL: url, KIOSK_API_KEY: 'k' })
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.stdout)).toEqual({
    error: { code: 'UNAUTHORIZED', message: 'This API key is unknown.', requestId: 'req_1' },
  })
  expect(refused.stderr).toMatch(/UNAUTHORIZED: This API key is unknown\.\nSet KIOSK_API_KEY/)
  const silent = await runHere(['usage'], { KIOSK_BASE_URL: await deadAddress(), KIOSK_API_KEY: 'k' })
  expect(silent).toMatchObject({ code: 1, stderr: expect.stringMatching(/^NO_ANSWER: /) })
})
