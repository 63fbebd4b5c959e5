// What holds for the app as a whole: no other site changes anything, TLS stays TLS, and nobody learns who has an account.
import { errorRow } from '@kiosk/catalog'
import { describe, expect, test } from 'vitest'
import { routesOf } from '../app-data/routes-of.ts'
import { openSite as openApp } from '../app-data/site.ts'
import { openMailer, startMailServer } from './mail/mail-server.ts'
import { emailOf, openSite, PASSWORD, type Site } from './site.ts'

describe('a request that changes something', () => {
  // A program has no Origin and no cookie, and may ask for a guest key.
  const WITHOUT_ORIGIN = ['POST /api/guest-key']
  const FOREIGN = ['https://evil.example.test', 'null', 'http://app.example.test', 'https://app.example.test.evil.test']

  test('is refused on every route when it comes from another site, whoever is signed in', async () => {
    const site = await openApp()
    const ana = await site.signUp()
    const changing = (await routesOf(site.app)).filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
    const names = changing.map(({ method, path }) => `${method} ${path}`)
    expect(names).toEqual(expect.arrayContaining(['DELETE /api/sessions/:id', 'POST /api/auth/reset-password']))
    expect(names).toEqual(expect.arrayContaining(['POST /api/passkeys', 'PATCH /api/organization', ...WITHOUT_ORIGIN]))
    expect(names.length).toBeGreaterThan(20)
    for (const { method, path } of changing) {
      const name = `${method} ${path}`
      for (const origin of [...FOREIGN, undefined]) {
        if (origin === undefined && WITHOUT_ORIGIN.includes(name)) continue
        const answer = await site.app.inject({
          method: method as 'POST',
          url: path.replaceAll(/:\w+/g, 'x'),
          headers: { cookie: ana.cookie, 'content-type': 'application/json', ...(origin !== undefined && { origin }) },
          payload: '{}',
        })
        expect([name, origin, answer.statusCode, answer.json().error?.code]).toEqual([name, origin, 403, 'FORBIDDEN'])
      }
    }
  })

  test('is JSON, so that no form of another site can send it', async () => {
    const site = await openApp()
    const ana = await site.signUp()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await ana.ask('POST', '/api/keys', { body: '{"name":"x"}', headers: { 'content-type': type } })
      expect([type, answer.statusCode]).toEqual([type, 415])
    }
  })
})

test('accounts that cannot be read are 503 with Retry-After, never 401, 404 or a refused passkey', async () => {
  const site = await openApp()
  const ana = await site.signUp()
  const { headers } = await ana.ask('POST', '/api/auth/passkey/challenge', { body: {} })
  const [challenge = ''] = String(headers['set-cookie']).split(';')
  await site.loseDatabase()
  const retryAfter = String(errorRow('AUTH_UNAVAILABLE').retryAfterSec)
  const credential = { id: 'AA', rawId: 'AA', type: 'public-key' }
  const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }
  for (const [method, path, body] of [
    ['GET', '/api/sessions'],
    ['DELETE', '/api/sessions/x'],
    ['GET', '/api/passkeys'],
    ['DELETE', '/api/passkeys/x'],
    ['PATCH', '/api/passkeys/x', { name: 'x' }],
    ['POST', '/api/passkeys/challenge', { currentPassword: 'x' }],
    ['POST', '/api/auth/passkey/challenge', {}],
    ['POST', '/api/auth/sign-in/passkey', { response: { ...credential, response } }],
    ['POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another password' }],
  ] as const) {
    const answer = await ana.ask(method, path, { body, headers: { cookie: `${ana.cookie}; ${challenge}` } })
    expect([path, answer.statusCode, answer.json().error.code]).toEqual([path, 503, 'AUTH_UNAVAILABLE'])
    expect([path, answer.headers['retry-after']]).toEqual([path, retryAfter])
  }
  expect(site.defects).toEqual([])
})

describe('the answers of the app', () => {
  test('bind browsers to TLS where its address is https, refusals included', async () => {
    const site = await openApp()
    for (const url of ['/healthz', '/api/me', '/nothing', '/%']) {
      const { headers } = await site.app.inject(url)
      expect([url, headers['strict-transport-security']]).toEqual([url, 'max-age=31536000'])
    }
  })

  test('give nobody an address to read, nor a copy to keep', async () => {
    const site = await openApp()
    const ana = await site.signUp()
    for (const url of ['/api/me', '/api/sessions', '/api/passkeys', '/reset-password?token=secret']) {
      const { headers } = await ana.ask('GET', url)
      expect([url, headers['referrer-policy'], headers['cache-control']]).toEqual([url, 'no-referrer', 'no-store'])
      expect([headers['access-control-allow-origin'], headers['x-content-type-options']]).toEqual([
        undefined,
        'nosniff',
      ])
    }
  })
})

describe('whether there is an account is not told', () => {
  // A hash costs far more than all the rest, so that one too many, or too few, shows on any machine.
  const passwordCost = { logN: 15, r: 8, p: 1 }
  const ROUNDS = 5

  type Post = (site: Site, round: number) => Promise<number>
  const post = async (site: Site, path: string, body: object) => (await site.person().ask('POST', path, body)).status

  /** The quickest of each, asked by turns: a busy machine can only make a request slower. */
  async function tookMs(site: Site, known: readonly [Post, number], unknown: readonly [Post, number]) {
    const took: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      for (const [place, [ask, status]] of [known, unknown].entries()) {
        const startedAt = performance.now()
        expect(await ask(site, round)).toBe(status)
        took[place]?.push(performance.now() - startedAt)
      }
    }
    return { known: Math.min(...took[0]), unknown: Math.min(...took[1]) }
  }

  function expectAlike({ known, unknown }: { known: number; unknown: number }): void {
    expect(unknown).toBeGreaterThan(known / 3)
    expect(known).toBeGreaterThan(unknown / 3)
  }

  test('by how long a sign-in takes', async () => {
    const site = await openSite({ passwordCost })
    await site.signedUp('Ada')
    const signIn =
      (name: string): Post =>
      (at) =>
        post(at, '/api/auth/sign-in/email', { email: emailOf(name), password: 'wrong' })
    expectAlike(await tookMs(site, [signIn('Ada'), 401], [signIn('Nobody'), 401]))
  })

  test('by how long a sign-up takes, which says it in words', async () => {
    const site = await openSite({ passwordCost })
    await site.signedUp('Ada')
    const signUp = (at: Site, name: string) =>
      post(at, '/api/auth/sign-up/email', { name: 'x', email: emailOf(name), password: PASSWORD })
    expectAlike(await tookMs(site, [(at) => signUp(at, 'Ada'), 400], [(at, round) => signUp(at, `New${round}`), 200]))
  })

  test('by how long the request for a new password takes, while the mail server dawdles', async () => {
    const held = Promise.withResolvers<void>()
    const server = await startMailServer({ held: held.promise })
    const { mailer } = openMailer(server.address)
    const site = await openSite({ mail: mailer })
    await site.signedUp('Ada')
    const request =
      (name: string): Post =>
      (at) =>
        post(at, '/api/auth/request-password-reset', { email: emailOf(name) })
    const { known, unknown } = await tookMs(site, [request('Ada'), 202], [request('Nobody'), 202])
    // A few milliseconds both, where a busy machine makes any difference; waiting for the mail would have no end.
    expect(Math.max(known, unknown)).toBeLessThan(2000)
    held.resolve()
    await server.received(ROUNDS)
  })
})
