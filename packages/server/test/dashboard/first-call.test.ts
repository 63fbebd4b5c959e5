// From nothing to the first call: a guest key; or an account, a key, a call by curl, one in the playground, and where they stand.
import { expect, it } from 'vitest'
import { useInstallation } from './support/installation.ts'
import { becomes, codeOf, fact, gone, goTo, heading, ran, seen } from './support/looks.ts'
import { newEmail, PASSWORD, signUp } from './support/people.ts'
import { curlRequest } from './support/shell.ts'
import { openVisitor } from './support/visitor.ts'

const installation = useInstallation()
const RATES = 'currency-convert.get'

it('leads from signing up to a key whose curl line the engine answers', async () => {
  const visitor = await openVisitor(installation(), { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = visitor
  visitor.expectRefusal(401, '/api/')
  await visitor.visit('/')
  await page.getByRole('link', { name: 'Create one' }).click()
  await page.getByLabel('Name').fill('Ada Example')
  await page.getByLabel('E-mail').fill(newEmail())
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()

  await seen(heading(page, 'Overview'), page.getByText('First steps'))
  await page.getByRole('link', { name: 'Create a key' }).click()
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('billing worker')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await seen(dialog.getByText('It is shown this once.'))
  const key = await codeOf(dialog, 'API key')
  const line = await codeOf(dialog, 'Call with curl')
  await page.keyboard.press('Escape')
  await seen(dialog.getByText('It is shown this once.'))

  await dialog.getByRole('button', { name: 'Copy: API key' }).click()
  await seen(dialog.getByRole('button', { name: 'Copied' }))
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)

  const { url, headers, body } = await curlRequest(line)
  expect(headers['x-api-key']).toBe(key)
  const answer = await fetch(url, { method: 'POST', headers, body })
  expect([answer.status, await answer.json()]).toMatchObject([200, { title: 'Tokyo' }])

  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  const row = page.getByRole('row').filter({ hasText: 'billing worker' })
  await seen(row.getByText(key.slice(0, 12)), row.getByText('Ada Example'))
  expect(await page.content(), 'the key is gone from the page').not.toContain(key)
})

it('shows what a run in the playground cost, where it came from, and where it stands afterwards', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const { page } = ada
  await ada.visit('/')
  await seen(page.getByText('0 / 1,000'), page.getByText('First steps'))
  await page.getByRole('link', { name: 'try it here without a key' }).click()
  await seen(page.getByText('This run costs 1 unit of the 1,000 left'))
  // Another one: what the test above asked for is in the cache by now, which all organizations share.
  await page.getByRole('link', { name: 'Catalog', exact: true }).first().click()
  await page.getByRole('searchbox', { name: 'Search the catalog' }).fill('currency')
  await page.getByRole('link', { name: /Currency conversion/ }).click()
  await seen(page.getByText('This run costs 1 unit of the 1,000 left'))
  const outcome = await ran(page)
  await seen(outcome.getByText('Answer', { exact: true }))
  const requestId = await fact(outcome, 'Request id').innerText()
  expect(requestId.trim()).toMatch(/^req_[0-9a-f-]{36}$/)
  expect(await fact(outcome, 'Duration').innerText()).toMatch(/^\d+(\.\d)? m?s$/)
  expect([await fact(outcome, 'Cost').innerText(), await fact(outcome, 'Cache').innerText()]).toEqual([
    '1 unit spent.',
    'MISS',
  ])

  await ran(page)
  await becomes(() => fact(outcome, 'Cache').innerText(), 'HIT')
  expect(await fact(outcome, 'Cost').innerText()).toBe('From the cache: nothing was billed.')

  await goTo(page, 'Requests')
  const rows = page.getByRole('table', { name: 'Requests, newest first' }).getByRole('row').filter({ hasText: RATES })
  await becomes(() => rows.count(), 2)
  await rows.nth(1).getByRole('link', { name: RATES }).click()
  const detail = page.getByRole('dialog', { name: 'Request' })
  expect((await fact(detail, 'Request id').innerText()).trim()).toBe(requestId.trim())
  expect(await fact(detail, 'Units').innerText()).toBe('1 unit')
  await detail.getByRole('button', { name: 'Close' }).click()

  await goTo(page, 'Overview')
  await seen(page.getByText('1 / 1,000'))
  const used = page.getByRole('table', { name: 'Units by operation' }).getByRole('row').filter({ hasText: RATES })
  await becomes(() => used.getByRole('cell').allInnerTexts(), [RATES, '1', '2', '1', '0'])
  expect(await page.getByText('First steps').count(), 'the first steps are done').toBe(0)
})

it('gives a guest key whose curl line the engine answers, a few for each address', async () => {
  const visitor = await openVisitor(installation())
  const { page } = visitor
  visitor.expectRefusal(401, '/api/')
  await visitor.visit('/')
  const dialog = page.getByRole('dialog', { name: 'Your guest key' })
  const keys = new Set<string>()
  for (let i = 0; i < 3; i += 1) {
    await page.getByRole('button', { name: 'Get a guest key' }).click()
    await seen(dialog.getByText('200 units, valid until'))
    keys.add(await codeOf(dialog, 'Guest key'))
    const { url, headers, body } = await curlRequest(await codeOf(dialog, 'Call with curl'))
    expect(keys.has(headers['x-api-key'] ?? '')).toBe(true)
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await gone(dialog)
  }
  expect(keys.size).toBe(3)

  visitor.expectRefusal(429, '/api/guest-key')
  await page.getByRole('button', { name: 'Get a guest key' }).click()
  await seen(page.getByRole('alert').getByText(/guest keys?.*Try again in/i))
})
