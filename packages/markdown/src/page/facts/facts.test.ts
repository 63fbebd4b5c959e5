import { describe, expect, test } from 'vitest'
import { parsePage } from '../../tree/parse.ts'
import { readFacts } from './facts.ts'
import { readJsonLd } from './json-ld.ts'

const URL = 'https://www.harbour-notes.test/blog/box-kites'

function facts(html: string, contentLanguage?: string) {
  const page = parsePage(html)
  return readFacts(page, readJsonLd(page.head.jsonLd), { url: URL, contentLanguage })
}

const ld = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`
const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`
const og = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`

describe('title', () => {
  test.each([
    ['the element', '<title> Box \n kites </title>', 'Box kites'],
    ['nothing', '<p>Words.</p>', ''],
    ['a heading alone', '<h1>Box kites</h1>', 'Box kites'],
    ['linked data alone', ld({ '@type': 'NewsArticle', headline: 'Box kites &amp; cells' }), 'Box kites & cells'],
    ['social before the element', `<title>Kites!!</title>${og('title', 'Box kites')}`, 'Box kites'],
    ['site behind a bar', `<title>Box kites | Harbour</title>${og('site_name', 'Harbour')}`, 'Box kites'],
    ['site in front', `<title>Harbour: Box kites</title>${og('site_name', 'Harbour')}`, 'Box kites'],
    [
      'site and section',
      `<title>Box kites - Toys - Harbour</title>${og('site_name', 'Harbour')}<h1>Box kites</h1>`,
      'Box kites',
    ],
    [
      'site in the title for machines, too',
      `${og('title', 'Box kites — Harbour')}${og('site_name', 'HARBOUR')}`,
      'Box kites',
    ],
    ['site with a country', '<title>Box kites | Harbour Notes UK</title>', 'Box kites'],
    ['site by the words of its host', '<title>Box kites – Harbour Notes</title>', 'Box kites'],
    [
      'publisher',
      `<title>Box kites • The Quay</title>${ld({ '@type': 'Article', publisher: { name: 'The Quay' } })}`,
      'Box kites',
    ],
    ['the rest is the heading', '<title>Box kites » Unknown Weekly</title><h1>Box kites</h1>', 'Box kites'],
    [
      'the rest is the heading, however long the name',
      '<title>Kites » The weekly of the harbour, its islands, bridges, boats and gulls</title><h1>Kites</h1>',
      'Kites',
    ],
    ['no evidence', '<title>Box kites - a history</title>', 'Box kites - a history'],
    ['a hyphenated word', `<title>Kite-making</title>${og('site_name', 'making')}`, 'Kite-making'],
    ['nothing but the site', `<title>Harbour</title>${og('site_name', 'Harbour')}`, 'Harbour'],
    [
      'heading of the site, then of the page',
      '<title>Box kites</title><h1>Harbour</h1><h1>Box kites</h1>',
      'Box kites',
    ],
    [
      'the heading that readers see',
      '<title>Box kites: history, use</title><h1>Box kites: a history</h1>',
      'Box kites: a history',
    ],
    ['a heading about something else', '<title>Box kites</title><h1>Subscribe now!</h1>', 'Box kites'],
    ['sign of an anchor', '<h1>Box kites <a href="#x">¶</a></h1>', 'Box kites'],
    ['what shows nothing', '<h1>Box&shy;kites&#8203; &#27;[1mand\u2060 cells</h1>', 'Boxkites [1mand cells'],
    [
      'a text in large letters',
      `<title>Box kites</title><h1>Box kites ${'and cells '.repeat(60)}</h1><h1>Box kites!</h1>`,
      'Box kites!',
    ],
    ['entities once', '<title>R&amp;amp;D &lt;b&gt;</title>', 'R&amp;D <b>'],
  ])('%s', (_, html, expected) => {
    expect(facts(html).title).toBe(expected)
  })
})

describe('byline', () => {
  test.each([
    ['meta', meta('author', 'Ida Marsh'), 'Ida Marsh'],
    ['a word in front', meta('author', 'By Ida Marsh'), 'Ida Marsh'],
    ['in German', '<p class="byline">Von Ida Marsh</p>', 'Ida Marsh'],
    ['linked data', ld({ '@type': 'BlogPosting', author: { '@type': 'Person', name: 'Ida Marsh' } }), 'Ida Marsh'],
    ['several', ld({ '@type': 'Article', author: [{ name: 'Ida Marsh' }, 'Tom Reed'] }), 'Ida Marsh, Tom Reed'],
    [
      'by reference',
      ld({
        '@graph': [
          { '@type': 'Article', author: { '@id': '#a' } },
          { '@type': 'Person', '@id': '#a', name: 'Ida Marsh' },
        ],
      }),
      'Ida Marsh',
    ],
    ['an address', '<meta property="article:author" content="https://social.test/ida">', null],
    ['an account', meta('author', 'admin'), null],
    ['an e-mail', meta('author', 'ida@harbour.test'), null],
    ['a date', '<p class="byline">12 May 2024</p>', null],
    ['a sentence', meta('author', 'word '.repeat(60)), null],
    ['rel', '<a rel="author" href="/ida">Ida Marsh</a>', 'Ida Marsh'],
    [
      'microdata',
      '<div itemprop="author"><img alt=""><span itemprop="name">Ida Marsh</span> Editor</div>',
      'Ida Marsh',
    ],
    ['of a review', '<div itemprop="review"><b itemprop="author">Tom Reed</b></div>', null],
    ['class', '<div class="post-author-name">Ida Marsh</div>', 'Ida Marsh'],
    ['class, with a date', '<div class="byline">By <a>Ida Marsh</a> <time>May 2024</time></div>', 'Ida Marsh'],
    ['class of something else', '<div class="author">Get in touch</div>', null],
    ['a list of pages', ['Ida', 'Tom', 'Ana', 'Lee'].map((name) => `<a rel="author">${name} Marsh</a>`).join(''), null],
    [
      'a person before the site',
      `${meta('author', 'Harbour')}${og('site_name', 'Harbour')}<a rel="author">Ida Marsh</a>`,
      'Ida Marsh',
    ],
    ['the site when nobody else is named', `${meta('author', 'Harbour')}${og('site_name', 'Harbour')}`, 'Harbour'],
    ['nobody', '<p>Words.</p>', null],
  ])('%s', (_, html, expected) => {
    expect(facts(html).byline).toBe(expected)
  })
})

describe('excerpt', () => {
  test.each([
    ['description', meta('description', ' About  kites. '), 'About kites.'],
    ['social', og('description', 'About kites.'), 'About kites.'],
    ['the shorter name first', og('description', 'Social.') + meta('description', 'Plain.'), 'Plain.'],
    ['linked data', ld({ '@type': 'Article', description: 'About <b>kites</b> &amp; cells.' }), 'About kites & cells.'],
    ['of the publisher', ld({ '@type': 'Organization', description: 'We print.' }), null],
    ['blank', meta('description', ' - '), null],
    ['never of our choosing', '<p>A first paragraph of some length, which nobody called a description.</p>', null],
  ])('%s', (_, html, expected) => {
    expect(facts(html).excerpt).toBe(expected)
  })

  test('a whole text is shortened after a word', () => {
    const { excerpt } = facts(meta('description', 'wind '.repeat(1000)))
    expect(excerpt?.length).toBeLessThanOrEqual(1000)
    expect(excerpt).toMatch(/ wind…$/)
  })
})

describe('language', () => {
  test.each([
    ['element', '<html lang="en">', undefined, 'en'],
    ['spelling', '<html lang="PT_br">', undefined, 'pt-BR'],
    ['script', '<html lang="zh-hans-cn">', undefined, 'zh-Hans-CN'],
    ['xml', '<html xml:lang="fr">', undefined, 'fr'],
    ['social', og('locale', 'en_US'), undefined, 'en-US'],
    ['header', '<p>x', 'de-AT', 'de-AT'],
    ['header of several', '<p>x', 'de, en', null],
    ['linked data', ld({ '@type': 'Article', inLanguage: 'nl' }), undefined, 'nl'],
    ['no tag', '<html lang="english language">', undefined, null],
    ['placeholder', '<html lang="und">', 'it', 'it'],
    ['none', '<p>x', undefined, null],
  ])('%s', (_, html, header, expected) => {
    expect(facts(html, header).lang).toBe(expected)
  })
})

describe('linked data that is not quite JSON', () => {
  const article = '{"@type":"Article","author":"Ida Marsh"}'
  test.each([
    ['comment', `<!-- ${article} -->`],
    ['CDATA', `//<![CDATA[\n${article}\n//]]>`],
    ['CDATA in a comment', `/*<![CDATA[*/${article}/*]]>*/`],
    ['semicolon', `${article};`],
    ['line break in a string', '{"@type":"Article","headline":"a\nb","author":"Ida Marsh"}'],
    ['a comma too many', '{"@type":"Article","author":["Ida Marsh",],}'],
    ['array of arrays', `[[${article}]]`],
    ['main entity', `{"@type":"WebPage","mainEntity":${article}}`],
  ])('%s', (_, text) => {
    expect(facts(ld(text)).byline).toBe('Ida Marsh')
  })

  test('no JSON at all is left out, and what follows is read', () => {
    expect(facts(`${ld('{"@type":')}${ld(article)}`).byline).toBe('Ida Marsh')
  })

  test('nesting without end', () => {
    expect(facts(ld(`${'['.repeat(5000)}${']'.repeat(5000)}`)).byline).toBeNull()
  })
})
