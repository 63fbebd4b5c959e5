import { expect, it } from 'vitest'
import { siteOf } from '../../train/pages.ts'

it.each([
  ['https://forum.valley.test/t/1', 'valley.test'],
  ['https://www.mill.co.uk/', 'mill.co.uk'],
  ['https://mill.de/', 'mill.de'],
  ['', 'page-7'],
])('the site of %s is %s', (url, site) => {
  expect(siteOf({ url, id: 'page-7' })).toBe(site)
})
