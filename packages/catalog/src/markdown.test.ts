import { describe, expect, it } from 'vitest'
import { sampleCatalog } from '../test/sample-catalog.ts'
import { errorCodes } from './errors.ts'
import { errorsPage, operationsPage, operationsTable, table } from './markdown.ts'

const page = operationsPage(sampleCatalog())

it('keeps bars and line breaks inside of a cell', () => {
  expect(table(['A'], [['x | y\n  z']])).toBe('| A |\n| --- |\n| x \\| y z |')
})

it('lists operations by category, with a link that finds its heading', () => {
  const list = operationsTable(sampleCatalog(), 'docs/operations.md')
  expect(list).toContain('**media**')
  expect(list.indexOf('**media**')).toBeLessThan(list.indexOf('**reference**'))
  expect(list).toContain('| [`library-book.get`](docs/operations.md#library-bookget) | Book | 1 | public |')
  expect(page).toContain('### library-book.get\n')
})

describe('fields', () => {
  it.each([
    [
      'a required input with its rules',
      '| `isbn` | string | required, 1-20 characters, pattern `^[0-9-]+$` | Number of the book. |',
    ],
    ['a default', '| `edition` | integer | 1-99, default `1` | Which edition. |'],
    ['a choice with a bar in it', '| `format` | `paper` `audio \\| tape` |  | Form of the book. |'],
    ['a secret', '| `token` | string | 1-99 characters, secret | Token of the account. |'],
    ['an output that may be null', '| `pages` | integer | always, may be null | Number of pages. |'],
    ['an output that may be left out', '| `cover` | string | may be left out | Picture of the cover. |'],
    ['a tag in a sentence', '| `title` | string | always | Title, as in `<title>`; not &lt;b>. |'],
    ['a list', '| `authors` | array of object | always | Authors. |'],
    ['a field in a list', '| `authors[].born` | integer | always, may be null | Year of birth. |'],
  ])('%s', (_, row) => {
    expect(page.split('\n')).toContain(row)
  })

  it('shows examples with the code that they fail with', () => {
    expect(page).toContain('- A book: `{"isbn":"978-0"}`\n')
    expect(page).toContain('- An unknown book: `{"isbn":"000"}` fails with [`NOT_FOUND`](errors.md#NOT_FOUND)')
  })
})

it('gives every code of the table one row and one anchor, and names no other', () => {
  const rows = errorsPage().matchAll(/^\| <a id="([A-Z_]+)"><\/a>`([A-Z_]+)` \| (\d{3}) \|/gm)
  const found = [...rows].map(([, anchor, code]) => [anchor, code])
  expect(found.map(([anchor]) => anchor).sort()).toEqual([...errorCodes].sort())
  expect(found.every(([anchor, code]) => anchor === code)).toBe(true)
})
