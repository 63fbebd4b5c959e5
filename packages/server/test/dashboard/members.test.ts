// Members: an invitation by its link, what a member sees, and who may change whom.
import { memberList } from '@kiosk/dashboard'
import { expect, it } from 'vitest'
import { useInstallation } from './support/installation.ts'
import { becomes, codeOf, fact, gone, goTo, heading, ran, seen, seenOverview, toast } from './support/looks.ts'
import { join, newEmail, PASSWORD, type Person, signUp } from './support/people.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

const installation = useInstallation()
const GONE = 'This invitation is gone'

/** Invites somebody in the dashboard. @returns the link */
async function invite({ page, visit }: Person, email: string): Promise<string> {
  await visit('/members')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const link = await codeOf(dialog, 'Invitation link')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await seen(page.getByRole('listitem').filter({ hasText: email }))
  return link
}

/** Signs up from the link of an invitation, in a browser that knows nobody. */
async function comeByLink(link: string, name: string): Promise<Visitor> {
  const visitor = await openVisitor(installation())
  const { page } = visitor
  visitor.expectRefusal(401, '/api/')
  await page.goto(link)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await seen(heading(page, 'Overview'))
  return visitor
}

it('lets the invited sign up from the link, as a member who sees everything but changes no keys', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const { organization } = await ada.me()
  await ada.ask('POST', '/api/keys', { name: 'shop' })
  const { page } = await comeByLink(await invite(ada, newEmail()), 'Bob Example')

  await seenOverview(page, organization.name)
  await seen(page.getByText('0 / 1,000'))
  await page.getByRole('link', { name: 'try it here without a key' }).click()
  const outcome = await ran(page)
  await seen(outcome.getByText('Answer', { exact: true }))
  expect(await fact(outcome, 'Cost').innerText()).toBe('1 unit spent.')
  await goTo(page, 'Requests')
  await seen(page.getByRole('row').filter({ hasText: 'encyclopedia-article.get' }))
  await goTo(page, 'Catalog')
  await seen(page.getByRole('link', { name: /Currency conversion/ }))

  await goTo(page, 'API keys')
  await seen(page.getByRole('row').filter({ hasText: 'shop' }), page.getByText('Admins of the organization create'))
  expect(await page.getByRole('button', { name: /Create key|Delete/ }).count()).toBe(0)
  await goTo(page, 'Members')
  await seen(page.getByRole('row').filter({ hasText: 'Ada Example' }))
  expect(await page.getByRole('main').getByRole('button').count(), 'nothing to change').toBe(0)
  expect(await page.getByRole('main').getByRole('combobox').count()).toBe(0)
})

it('gives and takes the rights of an admin, as the other one sees at the next look', async () => {
  const [ada, bob] = [await signUp(installation(), 'Ada Example'), await signUp(installation(), 'Bob Example')]
  await join(ada, bob)
  const { organization } = await ada.me()
  await ada.visit('/members')
  const role = ada.page.getByRole('combobox', { name: 'Role of Bob Example' })
  await role.selectOption('Admin')
  await seen(toast(ada.page, 'Bob Example is now an admin.'))

  await bob.page.addInitScript(`localStorage.setItem('kiosk.organization', '${organization.id}')`)
  await bob.visit('/keys')
  await seen(bob.page.getByRole('button', { name: 'Create key' }))
  await role.selectOption('Member')
  await seen(toast(ada.page, 'Bob Example is now a member.'))
  await bob.visit('/keys')
  await seen(bob.page.getByText('Admins of the organization create and delete keys.'))
  await gone(bob.page.getByRole('button', { name: 'Create key' }))

  await ada.page.getByRole('button', { name: 'Remove Bob Example' }).click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click()
  await gone(ada.page.getByRole('row').filter({ hasText: 'Bob Example' }))
  bob.expectRefusal(404, '/api/')
  await bob.page.reload()
  await seen(heading(bob.page, 'API keys'))
  expect((await bob.me()).organizations.map(({ id }) => id)).not.toContain(organization.id)
})

it('keeps the last admin, and says why', async () => {
  const [ada, bob] = [await signUp(installation(), 'Ada Example'), await signUp(installation(), 'Bob Example')]
  await join(ada, bob)
  await ada.visit('/members')
  ada.expectRefusal(400, '/api/members/')
  const role = ada.page.getByRole('combobox', { name: 'Role of Ada Example' })
  await role.selectOption('Member')
  await seen(toast(ada.page, /last admin/i))
  await becomes(() => role.inputValue(), 'admin')
  expect(await ada.page.getByRole('button', { name: 'Remove Ada Example' }).count()).toBe(0)
  await goTo(ada.page, 'Settings')
  await seen(ada.page.getByText(/last admin/i))
  expect(await ada.page.getByRole('button', { name: 'Leave', exact: true }).isDisabled()).toBe(true)
  const own = memberList.parse(await ada.ask('GET', '/api/members')).members.find(({ isYou }) => isYou)
  await expect(ada.ask('DELETE', `/api/members/${own?.id}`)).rejects.toThrow('last admin')
})

it('says of a link that was withdrawn or used that it is gone', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const email = newEmail()
  const withdrawn = await invite(ada, email)
  await ada.page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click()
  await seen(ada.page.getByText('No open invitations'))
  const used = await invite(ada, newEmail())
  await comeByLink(used, 'Bob Example')

  const stranger = await openVisitor(installation())
  stranger.expectRefusal(401, '/api/')
  stranger.expectRefusal(404, '/api/invitations/')
  for (const link of [withdrawn, used]) {
    await stranger.page.goto(link)
    await seen(stranger.page.getByText(GONE))
    await stranger.page.goto(link.replace('/invitation/', '/sign-up?invitation='))
    await seen(stranger.page.getByText('This invitation cannot be used'))
  }
})

it('takes an invited account that is there already, and no other one', async () => {
  const [ada, bob, eve] = [
    await signUp(installation(), 'Ada Example'),
    await signUp(installation(), 'Bob Example'),
    await signUp(installation(), 'Eve Example'),
  ]
  const link = await invite(ada, bob.email)
  await eve.page.goto(link)
  await seen(eve.page.getByText('The invitation is for another account'))
  await bob.page.goto(link)
  await bob.page.getByRole('button', { name: 'Accept' }).click()
  await seenOverview(bob.page, (await ada.me()).organization.name)
})
