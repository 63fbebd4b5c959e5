// Runs and their answers, shown as what they are, under the content policy that the app really sends.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useInstallation } from './support/installation.ts'
import { becomes, fact, ran, seen } from './support/looks.ts'
import { type Person, signUp } from './support/people.ts'

const installation = useInstallation()

/** Runs the example of an operation that its page begins with. */
async function runFirstExample(slug: string): Promise<Person> {
  const ada = await signUp(installation(), 'Ada Example')
  await ada.visit(`/catalog/${slug}`)
  await seen((await ran(ada.page)).getByText('Answer', { exact: true }))
  return ada
}

/** First bytes of the file that a link of the answer saves, and its name. */
async function downloaded(page: Page, name: RegExp): Promise<[name: string, start: string]> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
  const bytes = await readFile(await download.path())
  return [download.suggestedFilename(), bytes.subarray(0, 5).toString('latin1')]
}

it('shows a PDF in a frame, and offers it as a file', async () => {
  const { page } = await runFirstExample('html-to-pdf.post')
  const frame = page.getByTitle('The PDF that the operation returned')
  await seen(page.getByRole('tab', { name: 'PDF', selected: true }), frame)
  expect(await frame.getAttribute('src')).toMatch(/^blob:/)
  await seen(page.getByText(/application\/pdf · [\d.]+ kB/))
  expect(await downloaded(page, /Download/)).toEqual(['html-to-pdf.pdf', '%PDF-'])
  await seen(page.getByRole('region', { name: 'Other fields' }).getByText('pages:'))
})

it('shows a picture with its size, and offers it as a file', async () => {
  const { page } = await runFirstExample('screenshot.post')
  await seen(page.getByRole('tab', { name: 'Picture', selected: true }))
  // The size is known once the browser has read the picture.
  await seen(page.getByText(/image\/jpeg · [\d.]+ kB · \d{3,} × \d{3,} px/))
  await seen(page.getByRole('img', { name: 'What the operation returned' }))
  expect(await downloaded(page, /Download/)).toEqual(['screenshot.jpg', '\u00ff\u00d8\u00ff\u00e0\u0000'])
})

it('shows Markdown rendered beside its source', async () => {
  const { page } = await runFirstExample('fetch-markdown.post')
  const rendered = page.getByRole('region', { name: 'Rendered Markdown' })
  const source = page.getByRole('region', { name: 'Source of the Markdown' })
  await seen(page.getByRole('tab', { name: 'Rendered', selected: true }), rendered.getByRole('heading'), source)
  const heading = await rendered.getByRole('heading').first().innerText()
  expect((await source.innerText()).split('\n').map((line) => line.replace(/^#+ /, ''))).toContain(heading)
  expect(await rendered.innerText(), 'marks of the source').not.toMatch(/^#+ |\]\(http/m)
})

it('shows a list as a table', async () => {
  const { page } = await runFirstExample('codehost-repo-contributors.get')
  await seen(page.getByRole('tab', { name: 'Table of items', selected: true }))
  const table = page.getByRole('table', { name: /^items: \d+ rows/ })
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['login', 'contributions']),
  )
  const rows = Number(/\d+/.exec(await table.locator('caption').innerText())?.[0])
  expect(await table.getByRole('row').count()).toBe(Math.min(rows, 50) + 1)
})

it('shows everything else as a tree that opens and closes, and every answer as it came', async () => {
  const { page } = await runFirstExample('encyclopedia-article.get')
  const tree = page.getByRole('tabpanel', { name: 'All fields' })
  await seen(tree.getByText('title:'), tree.getByText('"Tokyo"').first(), tree.getByText('lat:'))
  await tree.getByText('coordinates:').click()
  await becomes(() => tree.getByText('lat:').count(), 0)
  await tree.getByText('coordinates:').click()
  await seen(tree.getByText('lat:'))
  await page.getByRole('tab', { name: 'Raw' }).click()
  const raw = await page.getByRole('region', { name: 'The answer as JSON' }).innerText()
  expect(JSON.parse(raw)).toMatchObject({ title: 'Tokyo', coordinates: { lat: expect.any(Number) } })
})

it('shows a refusal at the field that it names, and what to do', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const { page } = ada
  await ada.visit('/catalog/currency-convert.get')
  ada.expectRefusal(400, '/api/playground/')
  await page.getByRole('button', { name: /A code that the bank does not publish/ }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const refusal = page.getByRole('alert').filter({ hasText: '400 INVALID_INPUT' })
  await seen(refusal.getByText('What to do:'), refusal.getByText('Field:'))
  expect(await fact(page, 'Cost').innerText()).toBe('Nothing was billed.')
})

it('tells a replay from a fresh run, and refuses the key of another call', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const { page } = ada
  await ada.visit('/catalog/pkgindex-package.get')
  await page.getByText('Headers: Idempotency-Key').click()
  await page.getByRole('button', { name: 'Make one' }).click()
  await ran(page)
  await becomes(() => fact(page, 'Cost').innerText(), '1 unit spent.')
  const answer = await page.getByRole('tabpanel').first().innerText()
  await ran(page)
  await becomes(() => fact(page, 'Cost').innerText(), 'Replayed: nothing ran, nothing was billed.')
  expect(await page.getByRole('tabpanel').first().innerText(), 'the same answer').toBe(answer)

  ada.expectRefusal(409, '/api/playground/')
  await page.getByRole('button', { name: /^No such package/ }).click()
  await ran(page)
  await seen(page.getByRole('alert').filter({ hasText: '409 IDEMPOTENCY_KEY_REUSED' }))
})

it('lets a run be cancelled, and run again', async () => {
  const ada = await signUp(installation(), 'Ada Example')
  const { page } = ada
  // A network that never answers.
  await page.route('**/api/playground/**', () => {})
  await ada.visit('/catalog/translate-text.get')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await seen(page.getByText('Running.'))
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await seen(page.getByRole('button', { name: 'Run', exact: true }), page.getByText('This run costs 1 unit'))
  expect(await page.getByText('Refused', { exact: true }).count(), 'nobody refused it').toBe(0)
  await page.unroute('**/api/playground/**')
  await ran(page)
  await becomes(() => fact(page, 'Cost').innerText(), '1 unit spent.')
})
