import { describe, expect, it } from 'vitest'
import { parsePage } from '../tree/parse.ts'
import { writeMarkdown } from '../write/write.ts'
import { extractArticle } from './extract.ts'
import file from './model/model.json' with { type: 'json' }
import { loadModel, unpackModel } from './model/model.ts'

function extract(html: string): { markdown: string; extractor: string } {
  const page = parsePage(html)
  const { selection, extractor } = extractArticle(page)
  const options = { baseUrl: 'https://site.test/', includeLinks: false, includeImages: false }
  return { markdown: writeMarkdown(page, selection, options).markdown, extractor }
}

const prose = (subject: string, count = 4): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `<p>In the ${at + 1}. year after the flood, the people of the valley spoke of little else than ${subject}, and those who had
      seen it said, as they still do, that nobody would have believed how quickly the water rose. They went to the bridge,
      counted the boats, and began to build again before the winter came.</p>`,
  ).join('')

const frame = (
  title: string,
  content: string,
): string => `<!doctype html><html lang=en><head><title>${title} | Valley Post</title></head><body>
<header class="site-header"><a href=/>Valley Post</a><nav class="main-menu"><ul><li><a href=/news>News</a></li><li><a href=/sport>Sport</a></li><li><a href=/about>About us</a></li><li><a href=/jobs>Jobs</a></li></ul></nav></header>
${content}
<footer class="site-footer"><p>Copyright 2026 Valley Post. All rights reserved.</p><ul><li><a href=/privacy>Privacy policy</a></li><li><a href=/terms>Terms of use</a></li></ul></footer></body></html>`

const frameTexts = ['About us', 'All rights reserved', 'Privacy policy']

describe('article', () => {
  const html = frame(
    'The old mill',
    `<main><article class="post"><h1>The old mill</h1>${prose('the old mill')}<h2>What is left of it</h2>${prose('its wheel')}</article>
    <section class="related-posts"><h3>Related stories</h3><ul><li><a href=/1>Ferry runs again</a></li><li><a href=/2>Baker wins the prize</a></li><li><a href=/3>School roof leaks</a></li></ul></section>
    <section id="comments" class="comments"><h3>2 comments</h3><div class="comment"><p>Ann: I was there and it was worse than you write, believe me.</p></div><div class="comment"><p>Ben: Thank you for this story, I shared it with my mother.</p></div></section></main>`,
  )
  const { markdown, extractor } = extract(html)

  it('keeps text and headings', () => {
    expect(extractor).toBe('block-model')
    expect(markdown.match(/nobody would have believed/g)).toHaveLength(8)
    expect(markdown).toContain('## What is left of it')
  })

  it.each([...frameTexts, 'Ferry runs again', 'Thank you for this story'])('leaves out: %s', (text) => {
    expect(markdown).not.toContain(text)
  })
})

describe('forum thread', () => {
  const post = (name: string, subject: string): string =>
    `<div class="post"><div class="postauthor"><a href=/u/${name}>${name}</a><span>Posts: 52</span></div><div class="postbody">${prose(subject, 1)}</div></div>`
  const { markdown } = extract(
    frame(
      'Which pump for a wet cellar?',
      `<div class="topic"><h1>Which pump for a wet cellar?</h1>${['ann', 'ben', 'cleo', 'dan'].map((name) => post(name, `the pump of ${name}`)).join('')}</div>`,
    ),
  )

  it('keeps every post', () => {
    for (const name of ['ann', 'ben', 'cleo', 'dan']) expect(markdown).toContain(`the pump of ${name}`)
    for (const text of frameTexts) expect(markdown).not.toContain(text)
  })
})

describe('documentation', () => {
  const { markdown } = extract(
    frame(
      'Installing the tool',
      `<div class="layout"><aside class="sidebar"><ul><li><a href=/a>Introduction</a></li><li><a href=/b>Command line</a></li><li><a href=/c>Plugins</a></li></ul></aside>
      <main class="docs-content"><h1>Installing the tool</h1><p>The tool needs no configuration, but it must be able to write to its own folder, which is made at the first start.</p>
      <pre><code class="language-sh">tool init --folder ./data\ntool start</code></pre><h2>Options</h2>
      <table><thead><tr><th>Option</th><th>Meaning</th></tr></thead><tbody><tr><td><code>--folder</code></td><td>Where the tool keeps what it was told.</td></tr><tr><td><code>--quiet</code></td><td>Says nothing unless something fails.</td></tr></tbody></table></main></div>`,
    ),
  )

  it('keeps code and tables whole', () => {
    expect(markdown).toContain('tool init --folder ./data\ntool start')
    expect(markdown).toMatch(/\| `--folder` +\| Where the tool keeps/)
    expect(markdown).toMatch(/\| `--quiet` +\| Says nothing/)
  })
})

describe('other pages', () => {
  it('keeps the text of a product', () => {
    const { markdown } = extract(
      frame(
        'Walnut bowl',
        `<div class="product"><h1>Walnut bowl</h1><span class="price">€ 48</span><button>Add to cart</button><div class="product-description">${prose('a bowl turned from walnut', 2)}</div></div>`,
      ),
    )
    expect(markdown).toContain('a bowl turned from walnut')
    for (const text of frameTexts) expect(markdown).not.toContain(text)
  })

  it('keeps the text of a language that is written without blanks', () => {
    const sentence = '昔々、谷の村に古い水車小屋があり、人々はその話を毎晩のように語り合っていた。'
    const { markdown } = extract(
      frame('水車小屋', `<article><h1>水車小屋</h1>${`<p>${sentence.repeat(3)}</p>`.repeat(5)}</article>`),
    )
    expect(markdown.split(sentence)).toHaveLength(16)
  })

  it.each([
    ['a few words', '<body><p>Hello there</p></body>', 'Hello there'],
    ['links alone', '<body><nav><a href=/a>First page</a> <a href=/b>Second page</a></nav></body>', 'First page'],
    ['a form alone', '<body><form><label>Your name</label><input></form></body>', 'Your name'],
  ])('is never empty: %s', (_, html, text) => {
    expect(extract(html).markdown).toContain(text)
  })

  it('answers nothing for a page without a word', () => {
    expect(extract('<body><img src=x><p>***</p></body>').markdown.trim()).not.toMatch(/\p{L}/u)
  })
})

describe('pages beyond all reason', () => {
  it.each([
    ['blocks', '<p>ab'.repeat(20_001)],
    ['nodes', '<i>x</i>'.repeat(80_000)],
  ])('%s: are taken whole, for the choice would cost seconds', (_, body) => {
    const html = `<body><nav><a href=/>Frontpage</a></nav>${body}</body>`
    const page = parsePage(html)
    const { selection, extractor } = extractArticle(page)
    expect(extractor).toBe('full-dom')
    const [nav, first] = page.body.children
    expect([selection[nav?.id ?? 0], selection[first?.id ?? 0]]).toEqual([0, 1])
  })
})

describe('model file', () => {
  it('fits the features of the code', () => {
    expect(() => loadModel()).not.toThrow()
  })

  it('is refused when it was trained on others', () => {
    expect(() => unpackModel({ ...file, features: file.features + 1 })).toThrow(/trained on other features/)
  })
})
