// A client that knows the service by its OpenAPI document alone, against the whole gateway in its sandbox.
import { findBrowser } from '@kiosk/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deployEmbedded } from '../gateway/support/deployment.ts'
import { Gateway } from '../gateway/support/gateway.ts'
import { keyed } from '../gateway/support/operations.ts'
import { deviations, type Published, readPublished, type ShownCall } from './support/published.ts'

const executablePath = await findBrowser(process.env.KIOSK_BROWSER_PATH ?? null, process.env)

describe('what the OpenAPI document says', () => {
  beforeEach(({ skip }) => skip(executablePath === null, 'no browser was found; KIOSK_BROWSER_PATH names one'))
  let gateway: Gateway
  let published: Published
  let key = ''
  beforeAll(async () => {
    if (executablePath === null) return
    const env = { KIOSK_APP_PORT: '0', KIOSK_BROWSER_PATH: executablePath }
    gateway = await Gateway.start({ deploy: deployEmbedded, args: ['--sandbox'], env })
    key = (await gateway.tenant({ plan: 'business' })).key
    const appUrl = /^App\s+(http:\S+)$/m.exec(gateway.stdout)?.[1]
    published = await readPublished(`${appUrl}/api/openapi.json`)
  }, 60_000)
  afterAll(() => gateway?.close())

  const send = ({ path, input }: Pick<ShownCall, 'path' | 'input'>, headers: Record<string, string> = {}) =>
    fetch(published.baseUrl + path, {
      method: 'POST',
      headers: { [published.keyHeader]: key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    })
  const first = (): ShownCall => {
    const [call] = published.calls
    if (call === undefined) throw new Error('the document shows no call')
    return call
  }

  test('holds for every call that it shows', { timeout: 120_000 }, async () => {
    expect(published.calls.length).toBeGreaterThan(20)
    const faults: string[] = []
    for (const call of published.calls) {
      const answer = await send(call)
      const isMeantToFail = call.summary.includes('(fails with ')
      if (answer.ok === isMeantToFail) faults.push(`${call.path}, "${call.summary}": ${answer.status}`)
      const found = await deviations(answer, call.responses)
      faults.push(...found.map((one) => `${call.path}, "${call.summary}": ${one}`))
    }
    expect(faults).toEqual([])
  })

  test.each<[number, (call: ShownCall) => Promise<Response>]>([
    [400, (call) => send({ ...call, input: { noSuchField: 1 } })],
    [400, (call) => send(call, { 'idempotency-key': 'too short' })],
    [401, (call) => send(call, { [published.keyHeader]: 'kiosk_wrong' })],
    [415, (call) => send(call, { 'content-type': 'text/plain' })],
    [
      409,
      async (call) => {
        const headers = keyed()
        await send(call, headers)
        return send({ ...call, input: { noSuchField: 1 } }, headers)
      },
    ],
    [
      200,
      async (call) => {
        const headers = keyed()
        await send(call, headers)
        return send(call, headers)
      },
    ],
  ])('holds for %i', async (status, ask) => {
    const answer = await ask(first())
    expect(answer.status).toBe(status)
    expect(await deviations(answer, first().responses)).toEqual([])
  })

  test('holds for what a plan refuses', async () => {
    const { key: poor } = await gateway.tenant({ plan: 'business', quota: 0 })
    // Where there is no cache: a hit would be free.
    const call = published.calls.find(({ responses }) => !('x-kiosk-cache' in (responses[200]?.headers ?? {})))
    if (call === undefined) throw new Error('every operation has a cache')
    const answer = await send(call, { [published.keyHeader]: poor })
    expect(answer.status).toBe(429)
    expect(await deviations(answer, call.responses)).toEqual([])
  })

  test('holds for /usage', async () => {
    const ask = (presented: string) =>
      fetch(`${published.baseUrl}/usage`, { headers: { [published.keyHeader]: presented } })
    for (const presented of [key, 'kiosk_wrong']) {
      expect(await deviations(await ask(presented), published.usage)).toEqual([])
    }
  })
})
