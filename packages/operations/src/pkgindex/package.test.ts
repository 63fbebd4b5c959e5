import { expect, test } from 'vitest'
import { licenceOf } from './lib/licence.ts'
import { parseVersionCount } from './lib/versions.ts'
import { operation, parsePackage } from './package.ts'

const NOW = new Date('2026-03-14T09:30:00Z')
const info = { name: 'kites', version: '2.0' }

test('spellings that the index treats as the same are one request to the cache, and are asked as given', () => {
  const [a, b] = ['Kites_.And-Strings', 'kites-and-strings'].map((name) => operation.input.parse({ name }))
  expect(JSON.stringify(a)).toBe(JSON.stringify(b))
  expect(a).toHaveProperty('name.given', 'Kites_.And-Strings')
})

test('what is not stated is null or empty', () => {
  expect(parsePackage({ info }, NOW)).toEqual({
    ...{ name: 'kites', latestVersion: '2.0', summary: null, author: null, authorEmail: null, license: null },
    ...{ homepage: null, requiresPython: null, keywords: [], classifiers: [], projectUrls: {}, releaseCount: null },
    ...{ latestReleaseUploaded: null, fetchedAt: NOW.toISOString() },
  })
})

test('an author that was written as a mail header is decoded', () => {
  const author = (given: object) => parsePackage({ info: { ...info, ...given } }, NOW).author
  expect(author({ author: '=?utf-8?q?Ana_Mu=C3=B1oz?=' })).toBe('Ana Muñoz')
  expect(author({ author: '', author_email: '=?utf-8?q?Ana_Mu=C3=B1oz?= <ana@example.test>, b@example.test' })).toBe(
    'Ana Muñoz',
  )
})

test('a label that is a name of every object is a label', () => {
  const links = JSON.parse('{"__proto__": "https://a.test/", "constructor": "https://b.test/"}')
  expect(Object.entries(parsePackage({ info: { ...info, project_urls: links } }, NOW).projectUrls)).toContainEqual([
    'constructor',
    'https://b.test/',
  ])
})

test.each([
  [
    'expression wins',
    { expression: 'MIT', text: 'Kite License', classifiers: ['License :: OSI Approved :: BSD License'] },
    'MIT',
  ],
  ['100 characters are short', { expression: null, text: 'x'.repeat(100), classifiers: [] }, 'x'.repeat(100)],
  ['101 are not', { expression: null, text: 'x'.repeat(101), classifiers: [] }, null],
  [
    'classifier of two parts',
    { expression: null, text: null, classifiers: ['License :: Public Domain'] },
    'Public Domain',
  ],
  [
    'longer classifier wins',
    {
      expression: null,
      text: null,
      classifiers: ['License :: OSI Approved', 'License :: OSI Approved :: ISC License (ISCL)'],
    },
    'ISC License (ISCL)',
  ],
  ['classifier of something else', { expression: null, text: null, classifiers: ['Topic :: License'] }, null],
])('licence: %s', (_, sources, expected) => {
  expect(licenceOf(sources)).toBe(expected)
})

test.each([
  [{ versions: ['1', '2'] }, 2],
  [{ versions: [] }, null],
  [{}, null],
  [undefined, null],
])('version count of %j is %j', (body, expected) => {
  expect(parseVersionCount(body)).toBe(expected)
})
