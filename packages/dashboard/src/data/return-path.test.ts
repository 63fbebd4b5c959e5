import { expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

it.each([
  ['/keys', '/keys'],
  ['/requests?status=4xx#top', '/requests?status=4xx#top'],
  ['/invitation/inv_1', '/invitation/inv_1'],
])('goes back to %s', (next, path) => {
  expect(returnPath(next)).toBe(path)
})

it.each([
  undefined,
  '',
  'keys',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/..//evil.example/',
  'javascript:alert(1)',
  '/sign-in?next=/keys',
  '/sign-up',
])('does not follow %j', (next) => {
  expect(returnPath(next)).toBe('/')
})
