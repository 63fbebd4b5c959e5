// Passkeys over HTTP: one that is right, and answers in which one thing is wrong.
import { passkeyList } from '@kiosk/dashboard'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { canHavePasskeys } from '../../../src/app-http/accounts/passkeys/passkey-plugin.ts'
import { emailOf, openSite, PASSWORD, type Person, type SiteOptions } from '../site.ts'
import { Authenticator, type Ceremony } from './authenticator.ts'

const APP_URL = 'https://kiosk.example.test'
const HERE = { origin: APP_URL, rpId: 'kiosk.example.test' } as const

afterEach(() => void vi.useRealTimers())

const openPasskeySite = (options: SiteOptions = {}) => openSite({ appUrl: APP_URL, ...options })

async function challengeFor(person: Person): Promise<string> {
  return (await person.done('POST', '/api/auth/passkey/challenge', {})).challenge
}

async function creationFor(person: Person): Promise<string> {
  return (await person.done('POST', '/api/passkeys/challenge', { currentPassword: PASSWORD })).challenge
}

async function add(person: Person, device: Authenticator, given: Partial<Ceremony> = {}, name = 'Laptop') {
  const challenge = await creationFor(person)
  return person.ask('POST', '/api/passkeys', { name, response: device.create({ ...HERE, challenge, ...given }) })
}

async function signIn(person: Person, device: Authenticator, given: Partial<Ceremony> = {}, as = device.id) {
  const challenge = await challengeFor(person)
  return person.ask('POST', '/api/auth/sign-in/passkey', {
    response: device.get({ ...HERE, challenge, ...given }, as),
  })
}

async function passkeysOf(person: Person) {
  return passkeyList.parse(await person.done('GET', '/api/passkeys')).passkeys
}

describe('a passkey', () => {
  test('is made with the password, signs in without one, and is gone when it is deleted', async () => {
    const site = await openPasskeySite()
    const [ada, device] = [await site.signedUp('Ada'), new Authenticator()]
    const added = await add(ada, device)
    expect([added.status, added.body.name, added.body.lastUsedAt]).toEqual([201, 'Laptop', null])
    expect(Object.keys(added.body).sort()).toEqual(['createdAt', 'id', 'lastUsedAt', 'name'])

    const person = site.person()
    const { status, body } = await signIn(person, device)
    expect([status, body.user.email, Object.keys(body)]).toEqual([200, emailOf('Ada'), ['user']])
    expect((await person.done('GET', '/test/session')).user.name).toBe('Ada')
    const [used] = await passkeysOf(person)
    expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)

    expect((await ada.done('PATCH', `/api/passkeys/${used?.id}`, { name: ' Phone ' })).name).toBe('Phone')
    await ada.done('DELETE', `/api/passkeys/${used?.id}`)
    expect(await passkeysOf(ada)).toEqual([])
    expect((await signIn(site.person(), device)).status).toBe(401)
    expect((await person.ask('GET', '/test/session')).status, 'sessions are ended one by one').toBe(200)
    expect(site.defects).toEqual([])
  })

  test('is asked for by the browser alone, with a PIN or a finger, and never twice on one device', async () => {
    const site = await openPasskeySite()
    const [ada, device] = [await site.signedUp('Ada'), new Authenticator()]
    await add(ada, device)
    const creation = await ada.done('POST', '/api/passkeys/challenge', { currentPassword: PASSWORD })
    expect(creation).toMatchObject({
      rp: { id: HERE.rpId, name: 'Kiosk' },
      user: { name: emailOf('Ada') },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id.toString('base64url') }],
    })
    // With a session, too: nothing is told of its account.
    for (const person of [site.person(), ada]) {
      const asked = await person.ask('POST', '/api/auth/passkey/challenge', {})
      expect(asked.body).toMatchObject({ rpId: HERE.rpId, userVerification: 'required' })
      expect(asked.body.allowCredentials ?? []).toEqual([])
      const [cookie = ''] = asked.headers.getSetCookie()
      expect(cookie).toMatch(/^__Host-kiosk\.passkey_challenge=/)
      const attributes = cookie.split('; ').slice(1).sort()
      expect(attributes).toEqual(['HttpOnly', 'Max-Age=300', 'Path=/', 'SameSite=Lax', 'Secure'])
    }
  })

  test('of another account is neither seen, renamed nor deleted', async () => {
    const site = await openPasskeySite()
    const [ada, bob] = [await site.signedUp('Ada'), await site.signedUp('Bob')]
    const { id } = (await add(ada, new Authenticator())).body
    expect(await passkeysOf(bob)).toEqual([])
    expect(await bob.refused('PATCH', `/api/passkeys/${id}`, { name: 'Mine' })).toEqual([404, 'NOT_FOUND'])
    expect(await bob.refused('DELETE', `/api/passkeys/${id}`)).toEqual([404, 'NOT_FOUND'])
    expect((await passkeysOf(ada)).map(({ name }) => name)).toEqual(['Laptop'])
  })

  test('is not one of more than twenty', async () => {
    const site = await openPasskeySite()
    const ada = await site.signedUp('Ada')
    for (let one = 0; one < 20; one++) expect((await add(ada, new Authenticator())).status).toBe(201)
    const body = { currentPassword: PASSWORD }
    expect(await ada.refused('POST', '/api/passkeys/challenge', body)).toEqual([400, 'INVALID_INPUT'])
  })
})

describe('making one', () => {
  test('needs the password, and guesses at it are counted', async () => {
    const site = await openPasskeySite()
    const ada = await site.signedUp('Ada')
    const ask = (currentPassword: string) => ada.refused('POST', '/api/passkeys/challenge', { currentPassword })
    for (let time = 0; time < 5; time++) expect(await ask(`guess ${time}`)).toEqual([400, 'INVALID_INPUT'])
    expect(await ask(PASSWORD)).toEqual([429, 'RATE_LIMITED'])
    expect(site.defects).toEqual([])
  })

  const WRONG: [string, Partial<Ceremony>][] = [
    ['another origin', { origin: 'https://evil.example.test' }],
    ['another port', { origin: `${APP_URL}:8443` }],
    ['another service', { rpId: 'example.test' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['the other ceremony', { type: 'webauthn.get' }],
    ['nobody verified', { isVerified: false }],
  ]
  test.each(WRONG)('is refused with %s', async (_, wrong) => {
    const site = await openPasskeySite()
    const ada = await site.signedUp('Ada')
    const { status, body } = await add(ada, new Authenticator(), wrong)
    expect([status, body.error.code]).toEqual([400, 'INVALID_INPUT'])
    expect(await passkeysOf(ada)).toEqual([])
    expect(site.defects).toEqual([])
  })

  test('answers a challenge once, in the browser and for the account that asked', async () => {
    const site = await openPasskeySite()
    const [ada, bob] = [await site.signedUp('Ada'), await site.signedUp('Bob')]
    const response = new Authenticator().create({ ...HERE, challenge: await creationFor(ada) })
    const send = (person: Person, cookie = person.cookie()) =>
      person.ask('POST', '/api/passkeys', { name: 'x', response }, { cookie })
    const [challengeCookie = ''] = ada
      .cookie()
      .split('; ')
      .filter((one) => one.includes('passkey_challenge'))
    expect((await send(bob)).body.error.code, 'another browser').toBe('INVALID_INPUT')
    expect((await send(bob, `${bob.cookie()}; ${challengeCookie}`)).status, 'another account').toBe(401)
    // It was shown to the service, so it is used up.
    expect((await send(ada)).status).toBe(400)
    const again = new Authenticator().create({ ...HERE, challenge: await creationFor(ada) })
    const post = () => ada.ask('POST', '/api/passkeys', { name: 'x', response: again })
    expect([(await post()).status, (await post()).status]).toEqual([201, 400])
    expect(await passkeysOf(ada)).toHaveLength(1)
    expect(site.defects).toEqual([])
  })
})

describe('signing in', () => {
  const WRONG: [string, Partial<Ceremony>, number][] = [
    ['another origin', { origin: 'https://evil.example.test' }, 401],
    ['another service', { rpId: 'example.test' }, 401],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }, 401],
    ['the other ceremony', { type: 'webauthn.create' }, 401],
    ['nobody verified', { isVerified: false }, 400],
  ]
  test.each(WRONG)('is refused with %s', async (_, wrong, expected) => {
    const site = await openPasskeySite()
    const device = new Authenticator()
    await add(await site.signedUp('Ada'), device)
    const person = site.person()
    expect((await signIn(person, device, wrong)).status).toBe(expected)
    expect((await person.ask('GET', '/test/session')).status).toBe(401)
    expect(site.defects).toEqual([])
    expect((await signIn(person, device)).status, 'rightly it works').toBe(200)
  })

  test('is refused to who claims the credential of another, as to one that nobody has', async () => {
    const site = await openPasskeySite()
    const [ada, eve] = [new Authenticator(), new Authenticator()]
    await add(await site.signedUp('Ada'), ada)
    await add(await site.signedUp('Eve'), eve)
    const claimed = await signIn(site.person(), eve, {}, ada.id)
    const unknown = await signIn(site.person(), new Authenticator())
    expect([claimed.status, claimed.body.error.message]).toEqual([401, unknown.body.error.message])
  })

  test('answers a challenge once, in five minutes, in the browser that asked', async () => {
    const site = await openPasskeySite()
    const device = new Authenticator()
    await add(await site.signedUp('Ada'), device)
    const person = site.person()
    const response = device.get({ ...HERE, challenge: await challengeFor(person) })
    const send = (who: Person, given = response) => who.ask('POST', '/api/auth/sign-in/passkey', { response: given })
    expect((await send(site.person())).status, 'another browser').toBe(400)
    expect((await send(person)).status).toBe(200)
    expect((await send(person)).status, 'replayed').toBe(400)
    const late = device.get({ ...HERE, challenge: await challengeFor(person) })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    expect((await send(person, late)).status, 'too late').toBe(400)
  })

  test('takes no challenge of the other ceremony', async () => {
    const site = await openPasskeySite()
    const [ada, device] = [await site.signedUp('Ada'), new Authenticator()]
    await add(ada, device)
    const response = device.get({ ...HERE, challenge: await creationFor(ada) })
    expect((await ada.ask('POST', '/api/auth/sign-in/passkey', { response })).status).toBe(400)
    const made = new Authenticator().create({ ...HERE, challenge: await challengeFor(ada) })
    expect((await ada.ask('POST', '/api/passkeys', { name: 'x', response: made })).status).toBe(400)
  })

  test('is refused to a copy whose counter went back', async () => {
    const site = await openPasskeySite()
    const device = new Authenticator()
    device.counter = 5
    await add(await site.signedUp('Ada'), device)
    const use = async (counter: number) => {
      device.counter = counter
      return (await signIn(site.person(), device)).status
    }
    expect([await use(5), await use(6), await use(6), await use(4), await use(7)]).toEqual([401, 200, 401, 401, 200])
  })

  test('is tried a few times from one address', async () => {
    const site = await openPasskeySite()
    const device = new Authenticator()
    for (let time = 0; time < 30; time++) expect((await signIn(site.person(), device)).status).toBe(401)
    expect((await signIn(site.person(), device)).status).toBe(429)
  })

  test('gives out a bounded number of challenges to an address', async () => {
    const site = await openPasskeySite()
    const ask = () => site.person().ask('POST', '/api/auth/passkey/challenge', {})
    for (let time = 0; time < 300; time++) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
  })

  test.each([
    {},
    { response: {} },
    { response: { id: '' } },
    { response: { id: 'x', rawId: 'y'.repeat(5000) } },
    { response: null, more: 1 },
    {
      response: {
        id: 'AA',
        rawId: 'AA',
        type: 'public-key',
        response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
      },
    },
  ])('takes no odd body: %j', async (body) => {
    const site = await openPasskeySite()
    const person = site.person()
    await challengeFor(person)
    expect([400, 401]).toContain((await person.ask('POST', '/api/auth/sign-in/passkey', body)).status)
    expect(site.defects).toEqual([])
  })
})

test('without a session there is none to see, make or change', async () => {
  const person = (await openPasskeySite()).person()
  const response = new Authenticator().create({ ...HERE, challenge: 'AAAA' })
  for (const [method, path, body] of [
    ['GET', '/api/passkeys'],
    ['POST', '/api/passkeys/challenge', { currentPassword: PASSWORD }],
    ['POST', '/api/passkeys', { name: 'x', response }],
    ['PATCH', '/api/passkeys/x', { name: 'x' }],
    ['DELETE', '/api/passkeys/x'],
  ] as const) {
    expect([path, ...(await person.refused(method, path, body))]).toEqual([path, 401, 'UNAUTHORIZED'])
  }
})

test('where the address of the app can have no passkeys their routes do not exist', async () => {
  const ada = await (await openSite()).signedUp('Ada')
  for (const [method, path] of [
    ['GET', '/api/passkeys'],
    ['POST', '/api/auth/passkey/challenge'],
    ['POST', '/api/auth/sign-in/passkey'],
  ] as const) {
    expect([path, ...(await ada.refused(method, path, method === 'GET' ? undefined : {}))]).toEqual([
      path,
      404,
      'NOT_FOUND',
    ])
  }
})

test.each([
  ['https://kiosk.example.test', true],
  ['https://kiosk.example.test:8443/console', true],
  ['https://kiosk', true],
  ['http://localhost:8081', true],
  ['https://localhost', true],
  ['http://kiosk.example.test', false],
  ['http://127.0.0.1:8081', false],
  ['https://192.0.2.1', false],
  ['https://[2001:db8::1]', false],
])('%s can have passkeys: %s', (appUrl, can) => {
  expect(canHavePasskeys(appUrl)).toBe(can)
})
