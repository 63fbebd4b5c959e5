// A forgotten password: the letter, its link, and what neither of them tells or opens.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { emailOf, openSite, PASSWORD, type Site, type SiteOptions } from '../site.ts'
import { type MailServer, openMailer, type ReceivedMail, startMailServer, textOf } from './mail-server.ts'

const REQUEST = '/api/auth/request-password-reset'
const RESET = '/api/auth/reset-password'
const NEW = 'another password'
const MINUTE_MS = 60_000

afterEach(() => void vi.useRealTimers())

async function openMailSite(options: SiteOptions = {}): Promise<{ site: Site; server: MailServer }> {
  const server = await startMailServer()
  const { mailer } = openMailer(server.address)
  return { site: await openSite({ ...options, mail: mailer }), server }
}

function tokenIn(mail: ReceivedMail | undefined): string {
  return (mail && /\/reset-password\?token=([\w-]+)/.exec(textOf(mail))?.[1]) ?? ''
}

async function tokenFor(site: Site, server: MailServer, name: string): Promise<string> {
  const count = server.mails.length
  await site.person().done('POST', REQUEST, { email: emailOf(name) })
  return tokenIn((await server.received(count + 1)).at(-1))
}

/** Puts the clock forward for the rest of the test. */
function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}

describe('the link of the letter', () => {
  test('sets a password, signs in, and ends every session that was there', async () => {
    const { site, server } = await openMailSite()
    const [ada, bob] = [await site.signedUp('Ada'), await site.signedUp('Bob')]
    const person = site.person()
    const token = await tokenFor(site, server, 'Ada')
    expect((await person.ask('GET', '/test/session')).status).toBe(401)
    const { status, body } = await person.ask('POST', RESET, { token, newPassword: NEW })
    expect([status, body.user.email, 'token' in body]).toEqual([200, emailOf('Ada'), false])
    expect((await person.done('GET', '/test/session')).user.name).toBe('Ada')
    expect(await ada.refused('GET', '/test/session')).toEqual([401, 'UNAUTHORIZED'])
    expect((await bob.ask('GET', '/test/session')).status, 'of others goes on').toBe(200)
    expect((await site.person().signIn(emailOf('Ada'), PASSWORD)).status).toBe(401)
    expect((await site.person().signIn(emailOf('Ada'), NEW)).status).toBe(200)
  })

  test('works once, also when it is opened twice at once', async () => {
    const { site, server } = await openMailSite()
    await site.signedUp('Ada')
    const token = await tokenFor(site, server, 'Ada')
    const both = await Promise.all(
      ['first password', 'second password'].map((newPassword) =>
        site.person().ask('POST', RESET, { token, newPassword }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const again = await site.person().ask('POST', RESET, { token, newPassword: NEW })
    expect([again.status, again.body.error.code, again.body.error.field]).toEqual([400, 'INVALID_INPUT', 'token'])
  })

  test('works for an hour', async () => {
    const { site, server } = await openMailSite()
    await site.signedUp('Ada')
    const [early, late] = [await tokenFor(site, server, 'Ada'), await tokenFor(site, server, 'Ada')]
    pass(59 * MINUTE_MS)
    const refused = await site.person().refused('POST', RESET, { token: early, newPassword: 'short' })
    expect(refused, 'a refused password costs no link').toEqual([400, 'INVALID_INPUT'])
    pass(2 * MINUTE_MS)
    for (const token of [early, late]) {
      expect(await site.person().refused('POST', RESET, { token, newPassword: NEW })).toEqual([400, 'INVALID_INPUT'])
    }
    expect((await site.person().signIn(emailOf('Ada'), PASSWORD)).status).toBe(200)
  })

  test('is good for nothing once the password is another one, however that came', async () => {
    const { site, server } = await openMailSite()
    const ada = await site.signedUp('Ada')
    const [one, other] = [await tokenFor(site, server, 'Ada'), await tokenFor(site, server, 'Ada')]
    await ada.done('POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW })
    expect(await site.person().refused('POST', RESET, { token: one, newPassword: 'a third one' })).toEqual([
      400,
      'INVALID_INPUT',
    ])
    const third = await tokenFor(site, server, 'Ada')
    await site.person().done('POST', RESET, { token: third, newPassword: 'a third one' })
    expect((await site.person().ask('POST', RESET, { token: other, newPassword: 'a fourth' })).status).toBe(400)
    expect((await site.person().signIn(emailOf('Ada'), 'a third one')).status).toBe(200)
  })

  test('is kept as a hash', async () => {
    const { site, server } = await openMailSite()
    await site.signedUp('Ada')
    const token = await tokenFor(site, server, 'Ada')
    expect(token).toMatch(/^[\w-]{43}$/)
    const rowsWith = (text: string) =>
      site.execute('UPDATE auth_verification SET value = value WHERE identifier LIKE ? OR value LIKE ?', text, text)
    expect(await rowsWith('%password%')).toBe(1)
    expect(await rowsWith(`%${token}%`)).toBe(0)
  })
})

describe('the letter', () => {
  test('is in plain words: for which account, at which service, who asked, and what to do', async () => {
    const { site, server } = await openMailSite({ trustProxy: '1', appUrl: 'https://kiosk.example.test' })
    await site.signedUp('Ada')
    const person = site.person()
    const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Cheap pills', host: 'evil.example.test' }
    expect((await person.ask('POST', REQUEST, { email: ' ADA@example.test'.trim() }, headers)).status).toBe(202)
    const [mail] = await server.received(1)
    const text = mail ? textOf(mail) : ''
    expect(mail?.to).toEqual([emailOf('Ada')])
    expect(text).toContain(`https://kiosk.example.test/reset-password?token=${tokenIn(mail)}`)
    for (const part of ['ada@example.test', '203.0.113.9', '60 minutes', 'If that was not you']) {
      expect(text).toContain(part)
    }
    expect(mail?.source).not.toMatch(/pills|evil|text\/html/i)
  })

  test('comes for an account alone; the answer is the same without one', async () => {
    const { site, server } = await openMailSite()
    await site.signedUp('Ada')
    const answers = []
    for (const name of ['Nobody', 'Ada']) {
      answers.push(await site.person().ask('POST', REQUEST, { email: emailOf(name) }))
    }
    const told = answers.map(({ status, body, headers }) => [
      status,
      body,
      [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
    ])
    expect(told[0]).toEqual(told[1])
    expect(told[0]?.[0]).toBe(202)
    // One after the other: what was asked for nobody is over when this one has come.
    expect((await server.received(1)).map(({ to }) => to)).toEqual([[emailOf('Ada')]])
  })

  test('is asked for a few times, then with growing waits, whether or not there is an account', async () => {
    const { site, server } = await openMailSite()
    await site.signedUp('Ada')
    for (const name of ['Ada', 'Nobody']) {
      const ask = () => site.person().ask('POST', REQUEST, { email: emailOf(name) })
      for (let time = 0; time < 5; time++) expect((await ask()).status).toBe(202)
      const { status, body, headers } = await ask()
      expect([name, status, body.error.code, headers.get('retry-after')]).toEqual([name, 429, 'RATE_LIMITED', '30'])
    }
    await server.received(5)
    expect((await site.person().signIn(emailOf('Ada'), PASSWORD)).status, 'signing in is another matter').toBe(200)
  })

  test('is no way to flood others from one address', async () => {
    const { site } = await openMailSite()
    const ask = (name: string) => site.person().ask('POST', REQUEST, { email: emailOf(name) })
    for (let one = 0; one < 30; one++) expect((await ask(`Person${one}`)).status).toBe(202)
    expect((await ask('Somebody')).status).toBe(429)
  })

  test('that cannot be sent changes no answer', async () => {
    const server = await startMailServer({ refuses: true })
    const { mailer, faults } = openMailer(server.address)
    const site = await openSite({ mail: mailer })
    await site.signedUp('Ada')
    expect((await site.person().ask('POST', REQUEST, { email: emailOf('Ada') })).status).toBe(202)
    await vi.waitUntil(() => faults.length > 0, { timeout: 5000 })
    expect(faults).toEqual(['EENVELOPE 550'])
  })
})

test('guesses at links are few', async () => {
  const { site } = await openMailSite()
  const guess = (token: string) => site.person().refused('POST', RESET, { token, newPassword: NEW })
  for (let time = 0; time < 30; time++) expect(await guess(`guess-${time}`)).toEqual([400, 'INVALID_INPUT'])
  expect(await guess('guess')).toEqual([429, 'RATE_LIMITED'])
})

test('without a mail server the operator and their command are named', async () => {
  const site = await openSite()
  await site.signedUp('Ada')
  for (const [path, body] of [
    [REQUEST, { email: emailOf('Ada') }],
    [RESET, { token: 'x', newPassword: NEW }],
  ] as const) {
    const { status, body: answer } = await site.person().ask('POST', path, body)
    expect([path, status, answer.error.code]).toEqual([path, 503, 'NOT_CONFIGURED'])
    expect(answer.error.message).toMatch(/KIOSK_MAIL_URL.*kiosk admin reset-password/)
  }
})
