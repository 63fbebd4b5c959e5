// The request log: its filters, one request by its id, calls that appear by themselves, and its export.
import { readFile } from 'node:fs/promises'
import { createdKey } from '@kiosk/dashboard'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useInstallation } from './support/installation.ts'
import { becomes, fact, gone, seen } from './support/looks.ts'
import { type Person, signUp } from './support/people.ts'

const installation = useInstallation()
const CITY = 'encyclopedia-article.get'
const ADDRESS = 'email-generate-address.post'

interface Caller {
  readonly ada: Person
  /** Calls with a key of the organization. @returns the request id */
  readonly call: (slug: string, body?: object) => Promise<string>
}

async function caller(): Promise<Caller> {
  const ada = await signUp(installation(), 'Ada Example')
  const { key } = createdKey.parse(await ada.ask('POST', '/api/keys', { name: 'nightly report' }))
  const call = async (slug: string, body: object = {}) => {
    const answer = await installation().gateway.call(slug, key, { ...body })
    return answer.header('x-request-id') ?? ''
  }
  return { ada, call }
}

function rows(page: Page): Locator {
  return page.getByRole('table', { name: 'Requests, newest first' }).getByRole('link')
}

it('shows a call made with a key without a reload, as long as it is live', async () => {
  const { ada, call } = await caller()
  const { page } = ada
  await ada.visit('/requests')
  await seen(page.getByText('No calls yet'))
  await call(ADDRESS)
  await becomes(() => rows(page).allInnerTexts(), [ADDRESS])
  const row = page.getByRole('row').filter({ hasText: ADDRESS })
  await seen(row.getByText('200', { exact: true }), row.getByText('nightly report'))
  await call(CITY, { title: 'Tokyo' })
  await becomes(() => rows(page).allInnerTexts(), [CITY, ADDRESS])
  await page.getByRole('checkbox', { name: 'Live' }).uncheck()
})

it('filters by operation, status, code, key and time, in the address, so that a reload keeps them', async () => {
  const { ada, call } = await caller()
  const { page } = ada
  await call(ADDRESS)
  await call(CITY, { title: 'xqzzy flumbert' })
  await call(CITY, {})
  await ada.ask('POST', `/api/playground/${ADDRESS}`, {})
  await ada.visit('/requests')
  await becomes(() => rows(page).count(), 4)

  await page.getByLabel('Operation').selectOption(CITY)
  await becomes(() => rows(page).count(), 2)
  await page.getByLabel('Error code').fill('not_found')
  await page.getByLabel('Error code').press('Enter')
  await becomes(() => rows(page).count(), 1)
  await seen(page.getByRole('row').getByText('404 NOT_FOUND'))
  expect(new URL(page.url()).search).toBe(`?operation=${CITY}&code=NOT_FOUND`)
  await page.reload()
  await becomes(() => rows(page).count(), 1)
  expect(await page.getByLabel('Operation').inputValue()).toBe(CITY)

  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByLabel('Status').selectOption({ label: '4xx: refused' })
  await becomes(() => rows(page).allInnerTexts(), [CITY, CITY])
  await page.getByLabel('Status').selectOption({ label: 'Any' })
  await page.getByLabel('Key').selectOption({
    label: (await page.getByRole('option').allInnerTexts()).find((name) => name.startsWith('nightly report')) ?? '',
  })
  await becomes(() => rows(page).count(), 3)
  await page.getByLabel('From').fill('2099-01-01T00:00')
  await seen(page.getByText('No request matches'))
  await page.getByRole('main').getByRole('button', { name: 'Clear the filters' }).last().click()
  await becomes(() => rows(page).count(), 4)
})

it('opens one request by its id, also from its address, and leads on from there', async () => {
  const { ada, call } = await caller()
  const { page } = ada
  const requestId = await call(CITY, { title: 'xqzzy flumbert' })
  await call(ADDRESS)
  await ada.visit('/requests')
  await rows(page).filter({ hasText: CITY }).click()
  const detail = page.getByRole('dialog', { name: 'Request' })
  expect((await fact(detail, 'Request id').innerText()).trim()).toBe(requestId)
  expect(await fact(detail, 'Status').innerText()).toBe('404 NOT_FOUND')
  expect(await fact(detail, 'Key').innerText()).toContain('nightly report')
  await seen(detail.getByText('What to do:'))
  await page.reload()
  expect((await fact(detail, 'Request id').innerText()).trim()).toBe(requestId)
  await page.keyboard.press('Escape')
  await gone(detail)

  await ada.visit(`/requests?request=${requestId}`)
  await detail.getByRole('button', { name: 'All with this code' }).click()
  await gone(detail)
  await becomes(() => rows(page).allInnerTexts(), [CITY])
  ada.expectRefusal(404, '/api/requests/')
  await ada.visit('/requests?request=req_none')
  await seen(detail.getByText('This request could not be shown'))
})

it('exports what the filters show', async () => {
  const { ada, call } = await caller()
  const { page } = ada
  const requestId = await call(CITY, { title: 'xqzzy flumbert' })
  await call(ADDRESS)
  await ada.visit('/requests?status=4xx')
  await becomes(() => rows(page).allInnerTexts(), [CITY])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`requests-${new Date().toISOString().slice(0, 10)}.csv`)
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toBe('time,request id,operation,status,code,units,cache,replayed,duration ms,key')
  const [line = '', ...rest] = lines.slice(1)
  expect(line).toMatch(
    new RegExp(`^[\\dT:.-]+Z,${requestId},${CITY.replace('.', '\\.')},404,NOT_FOUND,0,[A-Z]*,false,\\d+,kiosk_\\w{6}$`),
  )
  expect(rest, 'nothing else').toEqual([''])
})

it('shows older requests page by page', async () => {
  const { ada, call } = await caller()
  const { page } = ada
  for (let i = 0; i < 52; i += 1) await call(CITY, { title: 'Tokyo' })
  await ada.visit('/requests')
  await becomes(() => rows(page).count(), 50)
  await page.getByRole('button', { name: 'Load more' }).click()
  await becomes(() => rows(page).count(), 52)
  await gone(page.getByRole('button', { name: 'Load more' }))
})
