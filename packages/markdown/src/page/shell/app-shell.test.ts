import { describe, expect, test } from 'vitest'
import { parsePage } from '../../tree/parse.ts'
import { readJsonLd } from '../facts/json-ld.ts'
import { markupOf } from '../markup.ts'
import { isAppShell } from './app-shell.ts'
import { embeddedArticle } from './embedded-article.ts'

const shell = (html: string) => isAppShell(parsePage(html), () => markupOf(html))
const page = (body: string, head = '') => `<!doctype html><head><title>Quay</title>${head}</head><body>${body}</body>`
const SCRIPT = '<script src="/static/js/main.1a2b.js"></script>'
const ANALYTICS = '<script async src="https://stats.test/s.js"></script>'

describe('shells', () => {
  test.each([
    ['an empty mount', `<div id="root"></div>${SCRIPT}`],
    ['a mount with a spinner', `<div id="app"><div class="spinner">Loading…</div></div>${ANALYTICS}`],
    ['a mount element', `<app-root></app-root>${ANALYTICS}`],
    [
      'a plea, an empty mount',
      `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>${SCRIPT}`,
    ],
    ['a plea alone', `<noscript>Bitte aktivieren Sie JavaScript.</noscript><h1>Quay</h1>${ANALYTICS}`],
    ['a plea in Japanese', `<noscript>JavaScriptを有効にしてください</noscript><h1>Quay</h1>${ANALYTICS}`],
    ['a plea in French', `<noscript>Veuillez activer JavaScript</noscript><h1>Quay</h1>${ANALYTICS}`],
    ['a plea in Russian', `<noscript>Включите JavaScript</noscript><h1>Quay</h1>${ANALYTICS}`],
    ['nothing but scripts', ANALYTICS],
    ['a skeleton', `<header>Loading...</header>${ANALYTICS}`],
    [
      'marks of a framework',
      `<div class="x"></div><p>Quay</p><script type="module" src="/assets/index-1a2b.js"></script>`,
    ],
    [
      'a preloaded script',
      '<gg-app><span class="skeleton"></span></gg-app><link rel="modulepreload" href="/chunk.js">',
    ],
  ])('%s', (_, body) => {
    expect(shell(page(body))).toBe(true)
  })
})

describe('pages', () => {
  test.each([
    ['small, without scripts', '<h1>Example</h1><p>This domain is for use in examples.</p>'],
    ['small, with statistics', `<h1>Ida Marsh</h1><p>I build box kites.</p>${ANALYTICS}`],
    [
      'a filled mount',
      `<div id="root"><h1>Tides</h1><p>High water at 06:12 and at 18:40, low water at noon.</p></div>${SCRIPT}`,
    ],
    ['a note that scripts help', `<noscript>Comments are hidden.</noscript><p>I build box kites.</p>${ANALYTICS}`],
    [
      'an invisible frame of statistics',
      `<noscript><iframe src="https://stats.test/ns.html"></iframe></noscript><p>Kites.</p>${ANALYTICS}`,
    ],
    ['a word that means something', `<h1>Loading docks of the old harbour, and who worked there</h1>${ANALYTICS}`],
    ['much text and an empty mount', `<p>${'Words about the tide. '.repeat(12)}</p><div id="root"></div>${SCRIPT}`],
    ['empty, without scripts', ''],
  ])('%s', (_, body) => {
    expect(shell(page(body))).toBe(false)
  })
})

describe('data in the page', () => {
  const paragraph = (of: string) =>
    `The ${of} of the quay went out with the tide, and the children counted every sail. `
  const prose = ['boats', 'kites', 'gulls', 'ropes', 'bells'].map(paragraph)
  const article = (html: string, title = 'Quay') => {
    const { head } = parsePage(html)
    return embeddedArticle(readJsonLd(head.jsonLd), head.dataScripts.values(), title)
  }
  const ld = (value: unknown) => page(`<script type="application/ld+json">${JSON.stringify(value)}</script>`)
  const next = (value: unknown) =>
    page(`<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(value)}</script>`)

  test('an article in linked data', () => {
    expect(article(ld({ '@type': 'Article', articleBody: prose.join('\n\n') }))).toMatch(/^<p>The boats.*<p>The bells/s)
  })

  test('HTML in the state of a framework, once', () => {
    const html = `<p>${prose.join('</p><p>')}</p>`
    const menu = ['Home', 'About', 'All that we ever wrote about boats, ropes, bells and the harbour.']
    expect(article(next({ props: { menu, post: { slug: 'x', body: html }, copy: { body: html } } }))).toBe(
      `<div>${html}</div>`,
    )
  })

  test('blocks of an editor, in order', () => {
    const found = article(next({ props: { post: { blocks: prose.map((text) => ({ type: 'p', data: { text } })) } } }))
    expect(found?.match(/<p>The \w+/g)).toEqual(
      ['boats', 'kites', 'gulls', 'ropes', 'bells'].map((of) => `<p>The ${of}`),
    )
  })

  test('less and greater signs of a plain text stay text', () => {
    expect(article(ld({ '@type': 'Article', articleBody: `${prose.join(' ')} a < b & c` }))).toContain(
      'a &lt; b &amp; c',
    )
  })

  test.each([
    ['a teaser', ld({ '@type': 'Article', articleBody: `${prose.join(' ')}…` })],
    ['too little', ld({ '@type': 'Article', articleBody: prose[0] })],
    ['a description of a sentence or five', ld({ '@type': 'Product', description: prose.slice(1).join(' ') })],
    [
      'code and addresses',
      next({ css: `a { color: red } ${'b { color: blue } '.repeat(60)}`, url: 'https://x.test/ a b c d e f g h' }),
    ],
    ['no JSON', page('<script id="__NEXT_DATA__" type="application/json">{"a":</script>')],
    ['nothing', page('')],
  ])('%s is none', (_, html) => {
    expect(article(html)).toBeNull()
  })

  test('what has nothing to do with the title is none', () => {
    expect(article(next({ help: prose }), 'Tufted carpets, washable')).toBeNull()
    expect(article(next({ help: prose }), 'Children and the tide')).not.toBeNull()
  })

  test('a state nested without end', () => {
    const deep = `${'['.repeat(5000)}${JSON.stringify(prose)}${']'.repeat(5000)}`
    expect(article(page(`<script id="__NEXT_DATA__" type="application/json">${deep}</script>`))).toBeNull()
  })
})
