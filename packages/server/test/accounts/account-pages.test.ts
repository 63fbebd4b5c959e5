// The pages of one's own account in a real browser: a forgotten password, passkeys, sessions, and leaving.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useInstallation } from '../dashboard/support/installation.ts'
import { becomes, gone, heading, seen, toast } from '../dashboard/support/looks.ts'
import { join, PASSWORD, type Person, signInElsewhere, signUp } from '../dashboard/support/people.ts'
import { openVisitor, type Visitor } from '../dashboard/support/visitor.ts'
import { listenForMail, type MailServer, textOf } from './mail/mail-server.ts'

let mail: MailServer & { stop(): Promise<void> }
beforeAll(async () => {
  mail = await listenForMail()
})
afterAll(() => mail.stop())

// Passkeys are bound to names: the usual 127.0.0.1 is none.
const installation = useInstallation({
  env: () => ({
    KIOSK_APP_HOST: 'localhost',
    KIOSK_MAIL_URL: mail.address,
    KIOSK_MAIL_FROM: 'Kiosk <kiosk@example.test>',
  }),
})

const NEW = 'another password'

/** A browser that knows nobody. */
async function stranger(): Promise<Visitor> {
  const visitor = await openVisitor(installation())
  visitor.expectRefusal(401, '/api/me')
  return visitor
}

it('sets a new password by the link of a mail, which leaves the address and works once', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const visitor = await stranger()
  const { page } = visitor
  await visitor.visit('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail').fill(ada.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await seen(page.getByText('Look into your mail'))
  const received = (await mail.received(1)).at(-1)
  const link = (received && /^http:\S+token=\S+$/m.exec(textOf(received))?.[0]) ?? ''

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.headers().referer ?? ''))
  await page.goto(link)
  await page.getByLabel('New password').fill(NEW)
  await becomes(async () => new URL(page.url()).search, '')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await seen(heading(page, 'Overview'), page.getByText('Ada Example'))
  expect(asked.join(), 'no address was passed on').not.toContain('token')
  await expect(ada.me(), 'the old session has ended').rejects.toThrow('401')

  const other = await stranger()
  other.expectRefusal(400, '/api/auth/reset-password')
  await other.page.goto(link)
  await other.page.getByLabel('New password').fill('a third password')
  await other.page.getByRole('button', { name: 'Set the password' }).click()
  await seen(other.page.getByText('This link was used, or is older than an hour'))
  await other.page.getByRole('link', { name: 'Ask for another link' }).click()
  await seen(other.page.getByRole('button', { name: 'Send the link' }))
})

describe('passkeys', () => {
  /** Gives the browser a device that keeps passkeys and knows its owner. */
  async function withDevice({ context, page }: Visitor) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return {
      verifies: (isUserVerified: boolean) =>
        devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    }
  }

  async function add({ page, visit }: Person, name: string): Promise<void> {
    await visit('/settings')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Add the passkey' }).click()
    await seen(toast(page, `You can sign in with ${name}.`), page.getByText('never used'))
  }

  it('are made, used in place of name and password, renamed and deleted', async () => {
    const ada = await signUp(installation(), 'Ada Example')
    const { page } = ada
    await withDevice(ada)
    await add(ada, 'My laptop')
    await ada.ask('POST', '/api/auth/sign-out')
    ada.expectRefusal(401, '/api/')
    await ada.visit('/settings')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await seen(heading(page, 'Settings'), page.getByText(/last used/))

    await page.getByRole('button', { name: 'Rename My laptop' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Old laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Save name' }).click()
    await page.getByRole('button', { name: 'Delete Old laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await seen(page.getByText('You have none yet.'))
    await ada.ask('POST', '/api/auth/sign-out')
    await ada.visit('/sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await seen(page.getByText('This passkey is not known here'))
  })

  it('are refused by the device where it does not know its owner', async () => {
    const ada = await signUp(installation(), 'Ada Example')
    const { page } = ada
    const device = await withDevice(ada)
    await add(ada, 'My key')
    await device.verifies(false)
    await ada.ask('POST', '/api/auth/sign-out')
    ada.expectRefusal(401, '/api/')
    await ada.visit('/sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await seen(page.getByText('No passkey was used'))
    await device.verifies(true)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await seen(heading(page, 'Overview'))
  })
})

it('ends one session of several', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const [phone, tablet] = [await signInElsewhere(ada), await signInElsewhere(ada)]
  const { page } = ada
  await ada.visit('/settings')
  const others = page.getByRole('button', { name: /^Sign out .+, since/ })
  await becomes(() => others.count(), 2)
  await others.first().click()
  await becomes(() => others.count(), 1)
  await expect(tablet.me(), 'the newest stands first').rejects.toThrow('401')
  expect((await phone.me()).user.email).toBe(ada.email)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await becomes(() => others.count(), 0)
  await expect(phone.me()).rejects.toThrow('401')
  expect((await ada.me()).user.email).toBe(ada.email)
})

it('lets a member leave, who is in their own organization then', async () => {
  const [ada, bob] = [await signUp(installation(), 'Ada Example'), await signUp(installation(), 'Bob Example')]
  const { page } = bob
  const own = (await bob.me()).organization
  await join(ada, bob)
  const { organization } = await ada.me()
  await bob.visit('/')
  await page
    .getByRole('button', { name: new RegExp(own.name) })
    .first()
    .click()
  await page.getByRole('menuitemradio', { name: new RegExp(organization.name) }).click()
  await bob.visit('/settings')
  await seen(page.getByText(organization.slug, { exact: true }))
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await gone(page.getByText(organization.name))
  await seen(heading(page, 'Overview'), page.getByText(own.name))
  expect((await bob.me()).organizations.map(({ id }) => id)).toEqual([own.id])
})
