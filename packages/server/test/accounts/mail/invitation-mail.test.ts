// An invitation by mail: what it says, to whom it goes, and that the link is there without it.
import { expect, test } from 'vitest'
import { emailOf, openSite } from '../site.ts'
import { openMailer, startMailServer, textOf } from './mail-server.ts'

const invite = (email: string) => ['POST', '/api/members', { email, role: 'member' }] as const

test('the link goes to the invited address, without a word that somebody chose', async () => {
  const server = await startMailServer()
  const { mailer } = openMailer(server.address)
  const site = await openSite({ mail: mailer, appUrl: 'https://kiosk.example.test' })
  const ada = await site.signedUp('Cheap-Pills')
  const made = await ada.done(...invite('Bob@example.test'))
  expect([made.mailed, made.email]).toEqual([true, emailOf('Bob')])
  const [mail] = await server.received(1)
  const text = mail ? textOf(mail) : ''
  expect(mail?.to).toEqual([emailOf('Bob')])
  expect(text).toContain(made.link)
  expect(made.link).toMatch(/^https:\/\/kiosk\.example\.test\/invitation\/\w+$/)
  expect(mail?.source).not.toMatch(/pills/i)
})

test('without a mail server, and past a few letters to one address, the link is there to be passed on', async () => {
  const plain = await openSite()
  expect((await (await plain.signedUp('Ada')).done(...invite(emailOf('Bob')))).mailed).toBe(false)

  const server = await startMailServer()
  const { mailer } = openMailer(server.address)
  const ada = await (await openSite({ mail: mailer })).signedUp('Ada')
  for (let time = 0; time < 5; time++) expect((await ada.done(...invite(emailOf('Bob')))).mailed).toBe(true)
  const sixth = await ada.done(...invite(emailOf('Bob')))
  expect([sixth.mailed, sixth.link]).toEqual([false, expect.stringContaining('/invitation/')])
  expect((await ada.done(...invite(emailOf('Cid')))).mailed, 'others are others').toBe(true)
  await server.received(6)
})
