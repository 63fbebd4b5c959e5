// Mail to a real server: under TLS or not at all, a bounded number of letters, and faults that name nobody.
import { createTransport } from 'nodemailer'
import { describe, expect, test, vi } from 'vitest'
import { smtpOptions } from '../../../src/app-http/mail/smtp.ts'
import { openMailer, startMailServer, textOf } from './mail-server.ts'

const LETTER = { to: 'ada@example.test', subject: 'Grüße', text: 'One line.\nAnother – with a dash.\n' }

test('a letter arrives as plain text, from the sender that is set', async () => {
  const server = await startMailServer()
  const { mailer } = openMailer(server.address)
  mailer.post(async () => LETTER)
  const [mail] = await server.received(1)
  expect(mail).toMatchObject({ from: 'kiosk@example.test', to: ['ada@example.test'], isSecure: true })
  expect(mail?.source).toMatch(/^From: Kiosk <kiosk@example\.test>\r$/m)
  expect(mail?.source).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
  expect(mail?.source).not.toMatch(/multipart|text\/html/i)
})

test('name and password of the server may hold any letter', async () => {
  const server = await startMailServer()
  const user = encodeURIComponent('kiosk@example.test')
  const { mailer } = openMailer(server.address.replace('//', `//${user}:${encodeURIComponent('p@ss:w/rd%')}@`))
  mailer.post(async () => LETTER)
  await server.received(1)
  expect(server.logins).toEqual(['kiosk@example.test p@ss:w/rd%'])
})

describe('without TLS', () => {
  const send = async (address: string, egressAllow: string, port: number) => {
    const options = { ...smtpOptions(address, egressAllow), host: '127.0.0.1', port }
    return createTransport(options).sendMail({ ...LETTER, from: 'kiosk@example.test' })
  }

  test('mail goes to loopback and to what KIOSK_EGRESS_ALLOW names, and nowhere else', async () => {
    const server = await startMailServer({ hasStartTls: false })
    await send(`smtp://localhost:${server.port}`, '', server.port)
    await send('smtp://mail.example.test:2525', 'mail.example.test:2525', server.port)
    await send('smtp://MAIL.example.test', 'mail.example.test:587', server.port)
    expect(server.mails.map(({ isSecure }) => isSecure)).toEqual([false, false, false])
    for (const [address, allow] of [
      ['smtp://mail.example.test:2525', ''],
      ['smtp://mail.example.test:2525', 'mail.example.test:2526,other.example.test:2525'],
      ['smtp://10.0.0.5:2525', '10.0.0.6:2525'],
    ] as const) {
      await expect(send(address, allow, server.port), address).rejects.toThrow(/STARTTLS/)
    }
    expect(server.mails).toHaveLength(3)
  })

  test('means without a known certificate, too', async () => {
    const [plain, implicit] = [await startMailServer(), await startMailServer({ isImplicit: true })]
    await send('smtp://[::1]', '', plain.port)
    await send('smtps://127.0.0.1', '', implicit.port)
    expect([...plain.mails, ...implicit.mails].map(({ isSecure }) => isSecure)).toEqual([true, true])
    await expect(send('smtp://mail.example.test', '', plain.port)).rejects.toThrow(/certificate/)
    await expect(send('smtps://mail.example.test', '', implicit.port)).rejects.toThrow(/certificate/)
  })
})

test('ports are those of submission where none is said', () => {
  expect(smtpOptions('smtp://mail.example.test', '')).toMatchObject({ port: 587, secure: false, requireTLS: true })
  expect(smtpOptions('smtps://mail.example.test', '')).toMatchObject({ port: 465, secure: true })
})

test('a fault is told by its codes, never by an address, and the next letter goes on', async () => {
  const server = await startMailServer({ refuses: true })
  const { mailer, faults } = openMailer(server.address)
  mailer.post(async () => LETTER)
  mailer.post(() => Promise.reject(new TypeError('about ada@example.test')))
  mailer.post(async () => null)
  await vi.waitUntil(() => faults.length === 2, { timeout: 5000 })
  expect(faults).toEqual(['EENVELOPE 550', 'TypeError'])
})

test('no more wait than can be kept, and a stop waits for those', async () => {
  const held = Promise.withResolvers<void>()
  const server = await startMailServer({ held: held.promise })
  const { mailer } = openMailer(server.address)
  const post = () => mailer.post(async () => LETTER)
  post()
  for (let one = 0; one < 200; one++) mailer.post(async () => null)
  expect(post).toThrow('Too many mails are waiting')
  const closing = mailer.close()
  held.resolve()
  await closing
  expect(server.mails).toHaveLength(1)
})

test('letters outside of ASCII arrive', async () => {
  const server = await startMailServer()
  const { mailer } = openMailer(server.address)
  mailer.post(async () => LETTER)
  const [mail] = await server.received(1)
  const body = mail === undefined ? '' : Buffer.from(textOf(mail), 'latin1').toString('utf8')
  expect(body.replaceAll('\r\n', '\n').trim()).toBe(LETTER.text.trim())
})
