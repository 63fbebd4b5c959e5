// Keys: how many there may be, what a deletion asks for, and what the engine says of them right after the dashboard did.
import { createdKey } from '@kiosk/dashboard'
import { generateKey, hashKey, keyLabel } from '@kiosk/engine'
import { openEmbedded } from '@kiosk/stores'
import { expect, it } from 'vitest'
import { useInstallation } from './support/installation.ts'
import { codeOf, gone, seen, toast } from './support/looks.ts'
import { join, type Person, signUp } from './support/people.ts'

const installation = useInstallation()
const HOUR_MS = 3_600_000
const CALL = ['email-generate-address.post', {}] as const

async function makeKeys(person: Person, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await person.ask('POST', '/api/keys', { name: `worker ${i}` })
}

/** Keys as they would be there had they been made some hours ago. */
async function makeOldKeys(person: Person, count: number, hours: number): Promise<void> {
  const { dataDir } = installation().gateway.deployment
  const past = { now: () => Date.now() - hours * HOUR_MS }
  const { directory, close } = await openEmbedded({ dataDir, role: 'client', ...past })
  const organizationId = (await person.me()).organization.id
  for (let i = 0; i < count; i += 1) {
    const key = generateKey()
    const name = `${hours} hours old ${i}`
    await directory.addKey({ organizationId, name, prefix: keyLabel(key), hash: hashKey(key), createdBy: null })
  }
  await close()
}

/** Makes a key in the dashboard. @returns it */
async function createKey({ page }: Person, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await codeOf(dialog, 'API key')
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await seen(page.getByRole('row').filter({ hasText: name }))
  return key
}

async function statusOf(key: string): Promise<number> {
  return (await installation().gateway.call(CALL[0], key, CALL[1])).status
}

it('explains the limit of new keys as soon as it is met, and when the next one is possible', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  await makeKeys(ada, 9)
  await ada.visit('/keys')
  await createKey(ada, 'the tenth')
  await seen(ada.page.getByText('10 new keys were made within an hour'))
  await seen(ada.page.getByText(/The next one is possible at \d\d:\d\d\./))
  expect(await ada.page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true)
})

it('explains the limit in the dialog to whoever is late', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  await makeKeys(ada, 9)
  await ada.visit('/keys')
  await ada.page.getByRole('button', { name: 'Create key' }).click()
  const dialog = ada.page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('the eleventh')
  await makeKeys(ada, 1)
  ada.expectRefusal(429, '/api/keys')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await seen(dialog.getByRole('alert').getByText(/at most 10 keys an hour.*Try again in \d+ minutes/))
  expect(await dialog.getByLabel('Name').inputValue(), 'what was typed stays').toBe('the eleventh')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await seen(ada.page.getByText('10 new keys were made within an hour'))
})

it('explains that an organization has twenty keys at most', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  await makeOldKeys(ada, 10, 5)
  await makeOldKeys(ada, 9, 3)
  await ada.visit('/keys')
  await seen(ada.page.getByText('19 of 20 keys'))
  await createKey(ada, 'the twentieth')
  await seen(ada.page.getByText('All 20 keys of the organization are in use'))
  expect(await ada.page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true)
  await ada.page.getByRole('button', { name: 'Delete 3 hours old 4' }).click()
  const dialog = ada.page.getByRole('dialog')
  await dialog.getByLabel('Type «3 hours old 4» to confirm').fill('3 hours old 4')
  await dialog.getByRole('button', { name: 'Delete key' }).click()
  await gone(ada.page.getByText('All 20 keys of the organization are in use'))
  expect(await ada.page.getByRole('button', { name: 'Create key' }).isEnabled()).toBe(true)
})

it('deletes a key only once its name was typed, and the engine refuses it from then on', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  await ada.visit('/keys')
  const [key, other] = [await createKey(ada, 'billing worker'), await createKey(ada, 'shop')]
  await ada.page.getByRole('button', { name: 'Delete billing worker' }).click()
  const dialog = ada.page.getByRole('dialog')
  for (const typed of ['', 'shop', 'billing']) {
    await dialog.getByLabel('Type «billing worker» to confirm').fill(typed)
    await dialog.getByRole('button', { name: 'Delete key' }).click()
    await seen(dialog.getByText('Type «billing worker» to confirm.'))
  }
  expect(await statusOf(key)).toBe(200)

  await dialog.getByLabel('Type «billing worker» to confirm').fill('billing worker')
  await dialog.getByRole('button', { name: 'Delete key' }).click()
  await seen(toast(ada.page, 'The key «billing worker» is deleted.'))
  expect(await statusOf(key), 'the request right after the dashboard said so').toBe(401)
  await gone(ada.page.getByRole('row').filter({ hasText: 'billing worker' }))
  expect(await statusOf(other)).toBe(200)
})

it('keeps a key working whose maker is no member any more', async () => {
  const [ada, bob] = [await signUp(installation(), 'Ada Example'), await signUp(installation(), 'Bob Example')]
  await join(ada, bob, 'admin')
  const { id } = (await ada.me()).organization
  await bob.page.addInitScript(`localStorage.setItem('kiosk.organization', '${id}')`)
  await bob.visit('/keys')
  const key = await createKey(bob, 'made by Bob')
  expect(await statusOf(key)).toBe(200)

  await ada.visit('/members')
  await ada.page.getByRole('button', { name: 'Remove Bob Example' }).click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click()
  await seen(toast(ada.page, 'Bob Example is no longer a member.'))
  expect(await statusOf(key)).toBe(200)
  await ada.visit('/keys')
  await seen(ada.page.getByRole('row').filter({ hasText: 'made by Bob' }).getByText('Bob Example', { exact: true }))
})

it('shows a key that was made elsewhere, with its last use, and never the whole of it', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const { key } = createdKey.parse(await ada.ask('POST', '/api/keys', { name: 'nightly report' }))
  await ada.visit('/keys')
  const row = ada.page.getByRole('row').filter({ hasText: 'nightly report' })
  await seen(row.getByText('Never'), row.getByText(key.slice(0, 12)))
  expect(await ada.page.content()).not.toContain(key)
})
