import { expect, it } from 'vitest'
import { byCategory, found, sharedTags } from './catalog-search.ts'

const operation = (slug: string, title: string, category: string, tags: string[], description = '') => ({
  slug,
  title,
  category,
  tags,
  description,
})
const all = [
  operation('codehost-repo.get', 'Repository', 'developer', ['code', 'metadata'], 'Stars and forks.'),
  operation('pkgindex-package.get', 'Package', 'developer', ['metadata'], 'Of a repository of packages.'),
  operation('screenshot.post', 'Web page screenshot', 'web', ['image', 'render']),
  operation('html-to-pdf.post', 'HTML to PDF', 'web', ['render']),
]
const slugs = (words: string, tag: string | null = null) => found(all, { words, tag }).map(({ slug }) => slug)

it('finds every word, anywhere, in any case', () => {
  expect(slugs('FORKS code')).toEqual(['codehost-repo.get'])
  expect(slugs('forks render')).toEqual([])
  expect(slugs('web')).toEqual(['screenshot.post', 'html-to-pdf.post'])
  expect(slugs('  ')).toHaveLength(4)
})

it('puts hits in the name first', () => {
  expect(slugs('package')).toEqual(['pkgindex-package.get'])
  expect(found([...all].reverse(), { words: 'repository', tag: null }).map(({ slug }) => slug)).toEqual([
    'codehost-repo.get',
    'pkgindex-package.get',
  ])
})

it('keeps to a tag', () => {
  expect(slugs('', 'render')).toEqual(['screenshot.post', 'html-to-pdf.post'])
  expect(slugs('pdf', 'image')).toEqual([])
})

it('groups by category', () => {
  expect(byCategory([...all].reverse()).map(({ name, operations }) => [name, operations.length])).toEqual([
    ['developer', 2],
    ['web', 2],
  ])
})

it('offers tags that join operations', () => {
  expect(sharedTags(all)).toEqual(['metadata', 'render'])
})
