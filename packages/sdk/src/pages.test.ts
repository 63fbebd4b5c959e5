import { expect, it } from 'vitest'
import { nextInput, pagesOf } from './pages.ts'

it.each([
  ['a cursor', { query: 'a' }, { after: 't3_x', posts: [1] }, { query: 'a', after: 't3_x' }],
  ['a cursor under another name', { userId: '1' }, { nextMaxId: '9', posts: [1] }, { userId: '1', maxId: '9' }],
  [
    'a cursor beside hasMore',
    { videoId: '1' },
    { cursor: 20, hasMore: true, comments: [1] },
    { videoId: '1', cursor: 20 },
  ],
  ['the page of the answer', { role: 'a' }, { page: 3, jobs: [1] }, { role: 'a', page: 4 }],
  ['the page of the question', { page: 2 }, { contributors: [1] }, { page: 3 }],
  ['the second page', { owner: 'a' }, { contributors: [1] }, { owner: 'a', page: 2 }],
])('goes on by %s', (_, input, output, next) => {
  expect(nextInput(input, output)).toEqual(next)
})

it.each([
  ['no more is said to be there', {}, { hasMore: false, cursor: 20, comments: [1] }],
  ['no next page is said to be there', { page: 2 }, { hasNextPage: false, page: 2, jobs: [1] }],
  ['the cursor is null', {}, { after: null, posts: [1] }],
  ['the cursor stays the same', { cursor: 20 }, { cursor: 20, hasMore: true, comments: [1] }],
  ['a page is empty', { page: 4 }, { contributors: [] }],
  ['nothing is a list', {}, { title: 'Tokyo' }],
])('ends when %s', (_, input, output) => {
  expect(nextInput(input, output)).toBeNull()
})

it('yields each page once and asks for no page before it is wanted', async () => {
  const asked: unknown[] = []
  const pages = pagesOf(
    async (input) => {
      asked.push(input)
      return { items: asked.length < 3 ? [asked.length] : [] }
    },
    { q: 'a' },
  )
  expect((await pages.next()).value).toEqual({ items: [1] })
  expect(asked).toEqual([{ q: 'a' }])
  const rest: unknown[] = []
  for await (const page of pages) rest.push(page)
  expect(rest).toEqual([{ items: [2] }, { items: [] }])
  expect(asked).toEqual([{ q: 'a' }, { q: 'a', page: 2 }, { q: 'a', page: 3 }])
})
