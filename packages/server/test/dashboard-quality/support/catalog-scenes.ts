// The catalog, the pages of operations and what answers look like.
import type { Route } from 'playwright-core'
import { ADA } from './demo-people.ts'
import { refusal, run, type Scene, scene, seen } from './scene.ts'

const staleCatalog = async (route: Route) => {
  const response = await route.fetch()
  await route.fulfill({ response, json: { ...(await response.json()), degraded: true } })
}

export const catalogScenes: readonly Scene[] = [
  scene('catalog', ADA, '/catalog', { act: (page) => seen(page, 'Currency conversion') }),
  scene('catalog-empty', ADA, '/catalog?q=nothing+like+it', { act: (page) => seen(page, 'Nothing matches') }),
  scene('catalog-stale', ADA, '/catalog', {
    answers: { '/api/catalog': staleCatalog },
    act: (page) => seen(page, 'The engine is not answering'),
  }),
  scene('catalog-failed', ADA, '/catalog', {
    answers: { '/api/catalog': refusal(500, 'INTERNAL', 'Something went wrong on our side.') },
    act: (page) => seen(page, 'The catalog could not be loaded'),
  }),
  scene('operation', ADA, '/catalog/currency-convert.get', { act: (page) => seen(page, 'Try it') }),
  scene('operation-unknown', ADA, '/catalog/no-such.get', {
    act: (page) => seen(page, 'The catalog has no no-such.get'),
  }),
  scene('operation-faults', ADA, '/catalog/encyclopedia-article.get', {
    act: async (page) => {
      await page.getByRole('textbox', { name: 'title' }).fill('')
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByRole('button', { name: 'Run anyway' }).waitFor()
    },
  }),
  scene('answer-image', ADA, '/catalog/screenshot.post', {
    act: async (page) => {
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByRole('img', { name: 'What the operation returned' }).waitFor({ timeout: 30_000 })
    },
  }),
  scene('answer-pdf', ADA, '/catalog/html-to-pdf.post', {
    act: async (page) => {
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByRole('link', { name: /^Download/ }).waitFor({ timeout: 30_000 })
    },
  }),
  scene('answer-markdown', ADA, '/catalog/fetch-markdown.post', {
    act: async (page) => {
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByRole('region', { name: 'Rendered Markdown' }).waitFor({ timeout: 30_000 })
    },
  }),
  scene('answer-table', ADA, '/catalog/codehost-repo-contributors.get', {
    act: run('With anonymous contributors', (page) => page.getByRole('tab', { name: 'Table of items' }).waitFor()),
  }),
  scene('answer-tree', ADA, '/catalog/codehost-repo.get', {
    act: async (page) => {
      await run('A repository', (open) => open.getByRole('tab', { name: 'All fields' }).waitFor())(page)
      await page.getByRole('tab', { name: 'Raw' }).click()
    },
  }),
  scene('answer-refused', ADA, '/catalog/codehost-repo.get', {
    act: run('A repository that does not exist', (page) => seen(page, 'What to do')),
  }),
]
