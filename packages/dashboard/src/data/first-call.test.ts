import type { CatalogDocument } from '@kiosk/catalog'
import { expect, it } from 'vitest'
import { curlLine, firstCall } from './first-call.ts'

type Operation = CatalogDocument['operations'][number]

function operation(slug: string, units: number, rest: Partial<Operation> = {}): Operation {
  return {
    slug,
    id: slug,
    title: slug,
    description: '',
    category: 'reference',
    tags: [],
    units,
    timeoutSec: 10,
    cacheSec: 0,
    access: 'public',
    inputSchema: {},
    outputSchema: {},
    examples: [{ title: 'One', input: { q: slug } }],
    ...rest,
  }
}

it('takes the cheapest public operation with an example that succeeds', () => {
  const operations = [
    operation('dear.get', 20),
    operation('private.get', 0, { access: 'credentials' }),
    operation('failing.get', 0, { examples: [{ title: 'No', input: {}, fails: 'NOT_FOUND' }] }),
    operation('cheap.get', 2, {
      examples: [
        { title: 'No', input: {}, fails: 'NOT_FOUND' },
        { title: 'Yes', input: { a: 1 } },
      ],
    }),
  ]
  expect(firstCall({ operations })).toEqual({ slug: 'cheap.get', input: { a: 1 } })
})

it('prefers the well-known one, and takes it where there is no catalog', () => {
  const known = operation('encyclopedia-article.get', 3)
  expect(firstCall({ operations: [operation('cheap.get', 1), known] }).slug).toBe('encyclopedia-article.get')
  expect(firstCall(undefined).slug).toBe('encyclopedia-article.get')
})

it('writes a line that a shell reads as it is meant', () => {
  const line = curlLine('http://127.0.0.1:8080', { slug: 'a.get', input: { text: "it's $HOME" } }, 'kiosk_ab12')
  expect(line).toBe(
    [
      'curl http://127.0.0.1:8080/a.get',
      "-H 'x-api-key: kiosk_ab12'",
      "-H 'content-type: application/json'",
      `-d '{"text":"it'\\''s $HOME"}'`,
    ].join(' \\\n  '),
  )
})
