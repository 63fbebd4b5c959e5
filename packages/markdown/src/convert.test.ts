import type { FetchedPage, MarkdownWishes, ReadPage } from '@kiosk/catalog'
import { describe, expect, test } from 'vitest'
import { convertPage } from './convert.ts'

const WISHES: MarkdownWishes = { mode: 'article', maxChars: 100_000, includeLinks: true, includeImages: false }
const SENTENCE = 'The wind turned at noon, and the box kites that we had built of spruce and silk went up one by one. '

function convert(body: string | Uint8Array, answer: Partial<FetchedPage> = {}, wishes: Partial<MarkdownWishes> = {}) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const page = { bytes, status: 200, headers, url: 'https://quay.example.test/notes/kites', ...answer }
  return convertPage(page, { ...WISHES, ...wishes })
}

function read(...args: Parameters<typeof convert>): ReadPage {
  const outcome = convert(...args)
  if (outcome.kind !== 'page') throw new Error(`no page: ${JSON.stringify(outcome)}`)
  return outcome
}

const html = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`
const kites = html('Kites', `<main><h1>Kites</h1><p>${SENTENCE.repeat(6)}</p><p>${SENTENCE.repeat(6)}</p></main>`)

describe('the head of the Markdown', () => {
  test('the title once', () => {
    const { markdown, title } = read(kites)
    expect(title).toBe('Kites')
    expect(markdown.match(/^# .*$/gm)).toEqual(['# Kites'])
    expect(markdown).toMatch(/^# Kites\n\nThe wind/)
  })

  test('a title that reads like Markdown is escaped', () => {
    const { markdown, title } = read(html('*Kites* &lt;b&gt;', `<p>${SENTENCE.repeat(3)}</p>`))
    expect(title).toBe('*Kites* <b>')
    expect(markdown).toMatch(/^# .*Kites/)
    expect(markdown).not.toMatch(/\*Kites\* |<b>/)
  })

  test('no title, no heading', () => {
    expect(read(html('', `<p>${SENTENCE.repeat(3)}</p>`)).markdown).toMatch(/^The wind/)
  })
})

describe('limits', () => {
  test.each([100, 150, 700, 1500])('at most %i characters, counted as they are returned', (maxChars) => {
    const { markdown, charCount, truncated } = read(kites, {}, { maxChars })
    expect([...markdown]).toHaveLength(charCount)
    expect(charCount).toBeLessThanOrEqual(maxChars)
    expect(truncated).toBe(charCount < [...read(kites).markdown].length)
    expect(markdown).toMatch(/^# Kites/)
  })

  test('links are those of what is returned', () => {
    const page = html(
      'Kites',
      `<p><a href="/a">first</a> ${SENTENCE.repeat(3)}</p><p><a href="/b">second</a> ${SENTENCE}</p>`,
    )
    expect(read(page).links.map(({ href }) => href)).toEqual([
      'https://quay.example.test/a',
      'https://quay.example.test/b',
    ])
    expect(read(page, {}, { maxChars: 400 }).links).toHaveLength(1)
    expect(read(page, {}, { includeLinks: false }).links).toEqual([])
  })
})

test.each([
  ['an explanation', '<dl><dt>a<dd>', '</dl>'],
  ['a term', '<dl><dt>a<dt>', '<dd>b</dl>'],
])('%s of more blocks than a call takes arguments', (_, start, end) => {
  expect(read(start + '<p>x'.repeat(150_000) + end, {}, { mode: 'full' }).truncated).toBe(true)
})

describe('answers without a page', () => {
  test.each([
    ['nothing', '', {}, { kind: 'other-document', type: 'a page without text' }],
    ['tags alone', html('', '<img src="/x.png">'), {}, { kind: 'other-document', type: 'a page without text' }],
    [
      'a text without a word',
      '{}\n',
      { headers: { 'content-type': 'text/plain' } },
      { kind: 'other-document', type: 'a document without text' },
    ],
    [
      'a PDF',
      '%PDF-1.7',
      { headers: { 'content-type': 'application/pdf' } },
      { kind: 'other-document', type: 'a PDF document' },
    ],
    ['a shell', html('Kites', '<div id="root"></div><script src="/x.js"></script>'), {}, { kind: 'client-rendered' }],
    [
      'a wall',
      html('Just a moment...', '<script>window._cf_chl_opt={}</script>'),
      { status: 403 },
      { kind: 'wall', by: 'Cloudflare challenge' },
    ],
    [
      'a refusal in JSON',
      '{"error":"forbidden"}',
      { status: 403, headers: { 'content-type': 'application/json' } },
      { kind: 'wall', by: 'refusal (HTTP 403)' },
    ],
    [
      'a limit in plain text',
      'Too many requests',
      { status: 429, headers: { 'content-type': 'text/plain' } },
      { kind: 'wall', by: 'limit on requests (HTTP 429)' },
    ],
  ])('%s', (_, body, answer, expected) => {
    expect(convert(body, answer)).toEqual(expected)
  })

  test('a wall goes before a shell, and a shell before its fallbacks', () => {
    const shell = '<div id="root"></div><script src="/x.js"></script><div id="px-captcha"></div>'
    expect(convert(html('Kites', shell))).toEqual({ kind: 'wall', by: 'HUMAN (PerimeterX) captcha' })
  })
})

describe('pages that need a second look', () => {
  test('a forum that writes its posts for people without scripts', () => {
    const { markdown } = read(
      html(
        'Kites',
        `<div id="app"></div><script src="/x.js"></script><noscript><h1>Kites</h1><div>${`<p>${SENTENCE}</p>`.repeat(8)}</div></noscript>`,
      ),
    )
    expect(markdown.match(/The wind turned/g)).toHaveLength(8)
  })

  test('a splash screen with words of its own before such posts', () => {
    const splash = `<div id="app"><p>${'One moment, the club opens its doors. '.repeat(7)}</p></div>`
    const posts = `<noscript><h1>Kites</h1><div>${`<p>${SENTENCE}</p>`.repeat(20)}</div></noscript>`
    const { markdown } = read(html('Kites', `${splash}<script src="/x.js"></script>${posts}`))
    expect(markdown.match(/The wind turned/g)).toHaveLength(20)
  })

  test('data in a shell', () => {
    const data = JSON.stringify({ '@type': 'Article', articleBody: SENTENCE.repeat(4), author: 'Ida Marsh' })
    const { markdown, extractor, byline } = read(
      html(
        'Kites',
        '<div id="root"></div><script src="/x.js"></script>',
        `<script type="application/ld+json">${data}</script>`,
      ),
    )
    expect([extractor, byline]).toEqual(['embedded-data', 'Ida Marsh'])
    expect(markdown).toMatch(/^# Kites\n\nThe wind turned/)
  })

  test('an error page with something to say', () => {
    expect(read(html('Gone', `<h1>Gone</h1><p>${SENTENCE}</p>`), { status: 404 }).markdown).toContain('The wind')
  })

  test('text and Markdown as they are', () => {
    const plain = { headers: { 'content-type': 'text/plain', 'content-language': 'en-gb' } }
    expect(read('Kites *are* <b>fun</b>\r\n', plain)).toMatchObject({
      ...{ markdown: 'Kites *are* <b>fun</b>', title: '', lang: 'en-GB', extractor: 'plain-text', charCount: 22 },
    })
    const markdown = { headers: { 'content-type': 'text/markdown' } }
    expect(read('# Kites\n\nFly [here](fly.md).', markdown)).toMatchObject({
      ...{ markdown: '# Kites\n\nFly [here](fly.md).', title: 'Kites' },
      links: [{ href: 'https://quay.example.test/notes/fly.md', text: 'here' }],
    })
  })
})

/** CPU milliseconds of one conversion. */
function cost(body: string, type = 'text/html'): number {
  const started = process.cpuUsage()
  convert(body, { headers: { 'content-type': type } })
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

describe('inputs that invite quadratic work', () => {
  const SIZE = 500_000
  const repeat = (text: string) => text.repeat(SIZE / text.length)
  const ld = (text: string) => `<script type="application/ld+json">${text}</script>`
  test.each<[string, string, string?]>([
    ['scripts without end', repeat('<script ')],
    ['comments without end', repeat('<!-- ')],
    ['frames without end', repeat('<iframe ')],
    ['an attribute again and again', `<div ${repeat('class=')}>`],
    ['bylines in bylines', repeat('<div class="byline">').repeat(4)],
    ['markup in linked data', ld(JSON.stringify({ '@type': 'Article', articleBody: repeat('<b>') }))],
    ['blanks in linked data', ld(`${' '.repeat(SIZE)}{`)],
    ['commas in linked data', ld(repeat(', '))],
    ['a title of separators', `<title>x</title><meta property="og:title" content="${repeat('a | ')}">`],
    ['mounts', `${repeat('<div id="root">')}<script></script>`],
    ['modules', `<a ${repeat('type=module ')}><script src="x"></script>`],
    ['brackets in Markdown', repeat('['), 'text/markdown'],
    ['links in Markdown', repeat('[a](b'), 'text/markdown'],
    ['blank lines', `x${repeat('\n ')}y`, 'text/plain'],
  ])('%s', (_, body, type) => {
    // What is quadratic takes minutes at this size, what is linear some ten milliseconds.
    expect(cost(body, type)).toBeLessThan(3000)
  })
})
