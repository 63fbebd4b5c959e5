import { expect, it } from 'vitest'
import { parsePage } from '../../tree/parse.ts'
import { declaredUrl } from './declared-url.ts'

const canonical = '<link rel=canonical href=https://valley.test/mill>'
const og = '<meta property=og:url content="https://valley.test/shared-mill">'

it.each([
  ['canonical before og:url', og + canonical, 'https://valley.test/mill'],
  ['og:url alone', og, 'https://valley.test/shared-mill'],
  ['og:url where canonical is relative', `<link rel=canonical href=/mill>${og}`, 'https://valley.test/shared-mill'],
  ['nothing', '', ''],
  ['no address at all', '<link rel=canonical href="javascript:void 0">', ''],
])('%s', (_, head, url) => {
  expect(declaredUrl(parsePage(`<head>${head}</head><body>`).head)).toBe(url)
})
