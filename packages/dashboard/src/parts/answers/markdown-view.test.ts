import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MarkdownView } from './markdown-view.tsx'

const rendered = (text: string) => renderToStaticMarkup(createElement(MarkdownView, { text }))

describe('strangers’ Markdown', () => {
  it('is text where it is HTML', () => {
    const html = rendered('<script>alert(1)</script>\n\nand <img src=x onerror=alert(1)> inline')
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain('&lt;script&gt;')
  })

  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x', '/relative', 'blob:x'])(
    'has no link to %s',
    (address) => {
      const html = rendered(`[click](${address}) and [so][a]\n\n[a]: ${address}`)
      expect(html).not.toContain('href')
      expect(html).toContain('click')
    },
  )

  it('keeps links of the web, which learn nothing of where they were', () => {
    const html = rendered(
      '[click](https://example.test/a?b=1) <https://example.test/c> [ref][r]\n\n[r]: https://example.test/r',
    )
    expect(html.match(/href="https:\/\/example\.test\/[acr]/g)).toHaveLength(3)
    expect(html.match(/rel="noreferrer nofollow"/g)).toHaveLength(3)
  })

  it('loads no picture: it becomes a link', () => {
    const html = rendered('![A lamp](https://example.test/lamp.png)')
    expect(html).not.toContain('<img')
    expect(html).toMatch(/<a href="https:\/\/example\.test\/lamp\.png"[^>]*>\[Picture: A lamp\]<\/a>/)
  })
})

it('leaves no level of headings out', () => {
  const levels = rendered('# One\n\n#### Four\n\n## Two\n\n> ###### Six').match(/<h\d/g)
  expect(levels).toEqual(['<h3', '<h4', '<h4', '<h5'])
})

it('renders tables, lists, tasks, code and footnotes', () => {
  const html = rendered(
    '| a | b |\n|---|---|\n| 1 | ~~2~~ |\n\n3. three\n\n- [x] done\n\n```ts\nconst a = 1\n```\n\nnote[^1]\n\n[^1]: the note',
  )
  for (const part of [
    '<th',
    '<td',
    '<del>2</del>',
    '<ol start="3"',
    'type="checkbox"',
    '<pre',
    '<sup>[1]</sup>',
    'the note',
  ]) {
    expect(html).toContain(part)
  }
})
