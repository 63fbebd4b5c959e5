// Signing in and out, the cookie, and who may send it.
import { Secret } from '@kiosk/catalog'
import { betterAuth } from 'better-auth'
import { describe, expect, test } from 'vitest'
import { accountTables } from '../../src/app-http/accounts/rows/account-tables.ts'
import { emailOf, openSite, PASSWORD } from './site.ts'

const SIGN_IN = '/api/auth/sign-in/email'

describe('sign-in', () => {
  test('needs the password, and what it gives ends at sign-out', async () => {
    const site = await openSite()
    await site.signedUp('Ada')
    const person = site.person()
    expect((await person.signIn('ADA@example.test', PASSWORD)).status).toBe(200)
    expect((await person.done('GET', '/test/session')).user.email).toBe('ada@example.test')
    const stolen = person.cookie()
    await person.done('POST', '/api/auth/sign-out')
    expect(person.cookie()).toBe('')
    expect(await person.refused('GET', '/test/session')).toEqual([401, 'UNAUTHORIZED'])
    expect((await person.ask('GET', '/test/session', undefined, { cookie: stolen })).status).toBe(401)
  })

  test('does not tell an unknown e-mail from a wrong password', async () => {
    const site = await openSite()
    await site.signedUp('Ada')
    const [wrong, unknown] = await Promise.all([
      site.person().signIn(emailOf('Ada'), 'not the password'),
      site.person().signIn(emailOf('Bob'), 'not the password'),
    ])
    expect(wrong.status).toBe(401)
    expect(wrong.body.error.message).toBe('The e-mail address or the password is wrong.')
    const told = ({ status, body, headers }: typeof wrong) => [
      status,
      { ...body.error, requestId: '' },
      [...headers.keys()].filter((name) => name !== 'content-length'),
    ]
    expect(told(unknown)).toEqual(told(wrong))
  })
})

describe('the cookie', () => {
  test('is out of reach of scripts and of other sites', async () => {
    const site = await openSite()
    const { headers } = await site.person().ask('POST', '/api/auth/sign-up/email', {
      name: 'Ada',
      email: emailOf('Ada'),
      password: PASSWORD,
    })
    const [cookie = '', ...others] = headers.getSetCookie()
    expect(others).toEqual([])
    expect(cookie).toMatch(/^kiosk\.session_token=/)
    expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'])
  })

  test('ends with the browser where that was asked for', async () => {
    const site = await openSite()
    await site.signedUp('Ada')
    const person = site.person()
    const body = { email: emailOf('Ada'), password: PASSWORD, rememberMe: false }
    const { status, headers } = await person.ask('POST', SIGN_IN, body)
    expect(status).toBe(200)
    expect(headers.getSetCookie().map((line) => line.split('; ').slice(1).sort())).toEqual([
      ['HttpOnly', 'Path=/', 'SameSite=Lax'],
      ['HttpOnly', 'Path=/', 'SameSite=Lax'],
    ])
    const { session } = await person.done('GET', '/api/auth/get-session')
    expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBeLessThanOrEqual(86_400_000)
  })

  test('is bound to the host and to TLS where the app is at an https address', async () => {
    const site = await openSite({ appUrl: 'https://kiosk.example.test' })
    const person = site.person()
    const answer = await person.ask('POST', '/api/auth/sign-up/email', {
      name: 'Ada',
      email: emailOf('Ada'),
      password: PASSWORD,
    })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-kiosk\.session_token=/)
    const attributes = cookie.split('; ').slice(1).sort()
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect((await person.done('GET', '/test/session')).user.name).toBe('Ada')
  })

  test('that was changed, or signed with another key, is none', async () => {
    const site = await openSite()
    const person = await site.signedUp('Ada')
    const { dataDir } = site
    const other = await openSite({ dataDir, secret: new Secret('fedcba9876543210fedcba9876543210') })
    const ask = async (where: typeof site, cookie: string) =>
      (await where.person().ask('GET', '/test/session', undefined, { cookie })).status
    const [name, value = ''] = person.cookie().split('=')
    const [token = ''] = decodeURIComponent(value).split('.')
    expect(await ask(site, person.cookie())).toBe(200)
    expect(await ask(other, person.cookie())).toBe(401)
    expect(await ask(site, `${name}=${token}`)).toBe(401)
    expect(await ask(site, person.cookie().replace(token, token.toLowerCase()))).toBe(401)
    expect(await ask(site, 'rubbish; =;;%')).toBe(401)
  })
})

describe('the Origin of a state-changing request', () => {
  const LOOPBACK = ['http://localhost', 'http://[::1]', 'http://127.0.0.9', 'http://kiosk.localhost']
  const FOREIGN = [null, 'null', 'https://evil.example.test', 'http://127.0.0.1', 'not an origin']

  test('is the app, in any spelling of loopback where the app is at one', async () => {
    const site = await openSite()
    const person = await site.signedUp('Ada')
    const { port } = new URL(site.origin)
    for (const host of LOOPBACK) {
      person.origin = `${host}:${port}`
      expect([host, (await person.ask('PATCH', '/api/organization', { name: 'Acme' })).status]).toEqual([host, 200])
    }
    for (const origin of [
      ...FOREIGN,
      `https://127.0.0.1:${port}`,
      `${site.origin}/`,
      `http://evil.example.test:${port}`,
    ]) {
      person.origin = origin
      expect([origin, ...(await person.refused('PATCH', '/api/organization', { name: 'Evil' }))]).toEqual([
        origin,
        403,
        'FORBIDDEN',
      ])
      expect([origin, ...(await person.refused('POST', SIGN_IN, {}))]).toEqual([origin, 403, 'FORBIDDEN'])
      expect((await person.ask('GET', '/test/session')).status, 'reading needs none').toBe(200)
    }
  })

  test('is the public address and nothing else where that is not loopback', async () => {
    const site = await openSite({ appUrl: 'https://kiosk.example.test/console' })
    const person = await site.signedUp('Ada')
    expect(person.origin).toBe('https://kiosk.example.test')
    expect((await person.ask('POST', '/api/auth/sign-out')).status).toBe(200)
    for (const origin of [
      site.origin,
      'https://kiosk.example.test:8443',
      'http://kiosk.example.test',
      'https://localhost',
    ]) {
      person.origin = origin
      expect([origin, ...(await person.refused('POST', '/api/auth/sign-out'))]).toEqual([origin, 403, 'FORBIDDEN'])
    }
  })
})

describe('guesses', () => {
  test('at one account are refused with a time to wait, the right password too, known or not', async () => {
    const site = await openSite()
    await site.signedUp('Ada')
    for (const name of ['Ada', 'Nobody']) {
      for (let time = 0; time < 5; time++) await site.person().signIn(emailOf(name), `guess ${time}`)
      const { status, body, headers } = await site.person().signIn(emailOf(name), PASSWORD)
      expect([name, status, body.error.code, headers.get('retry-after')]).toEqual([name, 429, 'RATE_LIMITED', '30'])
    }
  })

  test('at once are not more than in a row', async () => {
    const site = await openSite()
    await site.signedUp('Ada')
    const guesses = Array.from({ length: 40 }, () => site.person().signIn(emailOf('Ada'), 'not the password'))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(35)
  })

  test('from one address are counted over all accounts, where a proxy tells the address too', async () => {
    const site = await openSite({ trustProxy: '1' })
    const guess = async (name: string, address: string) =>
      (await site.person().signIn(emailOf(name), 'not the password', { 'x-forwarded-for': address })).status
    for (let time = 0; time < 30; time++) expect(await guess(`p${time}`, '203.0.113.9')).toBe(401)
    expect(await guess('another', '203.0.113.9')).toBe(429)
    expect(await guess('another', `1.2.3.4, 203.0.113.9`), 'only the last hop is believed').toBe(429)
    expect(await guess('another', '203.0.113.10')).toBe(401)
  })

  test('cannot choose an address where no proxy is trusted', async () => {
    const site = await openSite()
    const guess = async (time: number) =>
      (await site.person().signIn(emailOf(`p${time}`), 'no', { 'x-forwarded-for': `203.0.113.${time}` })).status
    for (let time = 0; time < 30; time++) expect(await guess(time)).toBe(401)
    expect(await guess(31)).toBe(429)
  })

  test('at the current password count as guesses at the account', async () => {
    const site = await openSite()
    const person = await site.signedUp('Ada')
    const change = (currentPassword: string) =>
      person.refused('POST', '/api/auth/change-password', { currentPassword, newPassword: 'another password' })
    for (let time = 0; time < 5; time++) expect(await change(`guess ${time}`)).toEqual([400, 'INVALID_INPUT'])
    expect(await change(PASSWORD)).toEqual([429, 'RATE_LIMITED'])
  })
})

describe('an account of one’s own', () => {
  test('another password ends the other sessions', async () => {
    const site = await openSite()
    const person = await site.signedUp('Ada')
    const elsewhere = site.person()
    await elsewhere.signIn(emailOf('Ada'), PASSWORD)
    await person.done('POST', '/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'another password',
    })
    expect((await person.done('GET', '/test/session')).user.name).toBe('Ada')
    expect(await elsewhere.refused('GET', '/test/session')).toEqual([401, 'UNAUTHORIZED'])
    expect((await elsewhere.signIn(emailOf('Ada'), PASSWORD)).status).toBe(401)
    expect((await elsewhere.signIn(emailOf('Ada'), 'another password')).status).toBe(200)
  })

  test('another name, and nothing else', async () => {
    const site = await openSite()
    const person = await site.signedUp('Ada')
    await person.done('POST', '/api/auth/update-user', { name: 'Ada L.' })
    expect((await person.done('GET', '/api/auth/get-session')).user.name).toBe('Ada L.')
    const change = person.refused('POST', '/api/auth/update-user', { name: 'Ada', emailVerified: true })
    expect(await change).toEqual([400, 'INVALID_INPUT'])
  })

  test('without a session there is nothing to change or see', async () => {
    const person = (await openSite()).person()
    expect(await person.done('GET', '/api/auth/get-session')).toBeNull()
    const body = { currentPassword: PASSWORD, newPassword: 'another password' }
    for (const [method, path, sent] of [
      ['GET', '/api/sessions'],
      ['DELETE', '/api/sessions/x'],
      ['POST', '/api/auth/revoke-other-sessions'],
      ['POST', '/api/auth/change-password', body],
      ['POST', '/api/auth/update-user', { name: 'Ada' }],
      ['GET', '/api/members'],
      ['PATCH', '/api/organization', { name: 'Acme' }],
    ] as const) {
      expect([path, ...(await person.refused(method, path, sent))]).toEqual([path, 401, 'UNAUTHORIZED'])
    }
  })
})

test('of the routes that the library could serve only those of the dashboard exist', async () => {
  const site = await openSite()
  const person = await site.signedUp('Ada')
  const { api } = betterAuth({ ...accountTables, baseURL: 'http://127.0.0.1', secret: 'only its paths are read' })
  const paths = Object.values(api).flatMap(({ path }) => (path === undefined ? [] : [path.replaceAll(/:\w+/g, 'x')]))
  expect(paths.length).toBeGreaterThan(40)
  const found: string[] = []
  for (const path of new Set(paths)) {
    for (const method of ['GET', 'POST']) {
      if ((await person.ask(method, `/api/auth${path}`)).status !== 404) found.push(`${method} ${path}`)
      // Some of them end the session.
      if (person.cookie() === '') await person.signIn(emailOf('Ada'), PASSWORD)
    }
  }
  expect(found.sort()).toEqual([
    'GET /get-session',
    'POST /change-password',
    'POST /request-password-reset',
    'POST /reset-password',
    'POST /revoke-other-sessions',
    'POST /sign-in/email',
    'POST /sign-out',
    'POST /sign-up/email',
    'POST /update-user',
  ])
})
