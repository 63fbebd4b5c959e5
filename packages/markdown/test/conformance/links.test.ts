import { describe, expect, it } from 'vitest'
import { parsePage } from '../../src/tree/parse.ts'
import { cutMarkdown, writeMarkdown } from '../../src/write/write.ts'
import { convert, itConverts } from './convert.ts'

describe('links', () => {
  itConverts([
    ['relative', '<a href="next">a</a>', '[a](https://site.test/docs/next)'],
    ['from the root', '<a href="/x?a=1&amp;b=2">a</a>', '[a](https://site.test/x?a=1&b=2)'],
    ['without scheme', '<a href="//other.test/x">a</a>', '[a](https://other.test/x)'],
    ['by base', '<base href="https://base.test/d/"><a href="x">a</a>', '[a](https://base.test/d/x)'],
    ['by relative base', '<base href="/d/"><a href="x">a</a>', '[a](https://site.test/d/x)'],
    [
      'by a base to which nothing is relative',
      '<base href="mailto:a@b.test"><a href="x">a</a>',
      '[a](https://site.test/docs/x)',
    ],
    ['by a base that is a script', '<base href="javascript:x"><a href="x">a</a>', '[a](https://site.test/docs/x)'],
    [
      'by a base too long for one',
      `<base href="/${'x'.repeat(5000)}/"><a href="x">a</a>`,
      '[a](https://site.test/docs/x)',
    ],
    ['on the page', '<a href="#x">a</a>', '[a](https://site.test/docs/page#x)'],
    ['scripts and data are text', '<a href="javascript:go()">a</a> <a href="data:text/plain,x">b</a>', 'a b'],
    ['malformed', '<a href="https://[">a</a>', 'a'],
    ['without address', '<a name="x">a</a>', 'a'],
    ['mail', '<a href="mailto:ada@site.test">Ada</a>', '[Ada](mailto:ada@site.test)'],
    ['blanks and brackets in addresses', '<a href="/a b/(c)">a</a>', '[a](https://site.test/a%20b/(c))'],
    ['unpaired parenthesis', '<a href="/a(b">a</a>', '[a](https://site.test/a%28b)'],
    ['dots in a path', '<a href="https://site.test/a/../b">a</a>', '[a](https://site.test/b)'],
    ['own address as text', '<a href="https://site.test/x">https://site.test/x</a>', '<https://site.test/x>'],
    ['paired brackets in the text', '<a href="/x">[1]</a>', '[[1]](https://site.test/x)'],
    ['unpaired bracket in the text', '<a href="/x">a]</a>', '[a\\]](https://site.test/x)'],
    ['empty', 'a<a href="/x"></a>b', 'ab'],
    ['of an image alone', 'a <a href="/x"><img src="i.png" alt="i"></a> b', 'a b'],
    ['blanks move outside', 'a<a href="/x"> b </a>c', 'a [b](https://site.test/x) c'],
    ['line break inside', '<a href="/x">a<br>b</a>', '[a b](https://site.test/x)'],
    ['around blocks', '<a href="/x"><div>a</div><div>b</div></a>', '[a](https://site.test/x)\n\nb'],
    [
      'around a heading',
      '<a href="/x"><span>new</span><h3>Title</h3><p>text</p></a>',
      'new\n\n### [Title](https://site.test/x)\n\ntext',
    ],
    ['nested', '<a href="/x">a<a href="/y">b</a></a>', '[a](https://site.test/x) [b](https://site.test/y)'],
    ['unclosed', '<p><a href="/x">a</p><p>b</p>', '[a](https://site.test/x)\n\nb'],
    ['none of a bracket and a parenthesis in bold', '<p>[a]<b>(</b>javascript:x)</p>', '[a]\\(javascript:x)'],
    ['none of a bracket in bold and a parenthesis', '<p>[a<b>]</b>(javascript:x)</p>', '[a\\]\\(javascript:x)'],
    ['emphasis inside', '<a href="/x"><b>a</b></a>', '[**a**](https://site.test/x)'],
    ['emphasis around', '<b><a href="/x">a</a></b>', '**[a](https://site.test/x)**'],
  ])

  it('become text when they are not asked for', () => {
    expect(convert('<a href="/x">a</a><a href="/y">b</a>', { includeLinks: false })).toBe('a b')
  })
})

describe('images', () => {
  const images = (html: string): string => convert(html, { includeImages: true })
  itConverts(
    [
      ['address and text', '<img src="/a.png" alt="A  b">', '![A b](https://site.test/a.png)'],
      ['without text', '<img src="/a.png">', '![](https://site.test/a.png)'],
      ['lazy', '<img src="data:image/gif;base64,R0" data-src="/a.png">', '![](https://site.test/a.png)'],
      ['place-holder', '<img src="/placeholder.png" srcset="/a.png 1x, /b.png 2x">', '![](https://site.test/b.png)'],
      ['source set by width', '<img srcset="/a.png 480w, /b.png 960w">', '![](https://site.test/b.png)'],
      ['picture', '<picture><source srcset="/a.webp"><img alt="A"></picture>', '![A](https://site.test/a.webp)'],
      ['data', 'a<img src="data:image/png;base64,AA">', 'a'],
      ['beacon by size', 'a<img src="/t.gif" width="1" height="1">', 'a'],
      ['beacon by name', 'a<img src="/pixel.gif">', 'a'],
      [
        'noscript of a lazy one',
        '<img data-lazy-id="1"><noscript><img src="/a.png" alt="A"></noscript>',
        '![A](https://site.test/a.png)',
      ],
      ['linked', '<a href="/x"><img src="/a.png" alt="A"></a>', '[![A](https://site.test/a.png)](https://site.test/x)'],
      [
        'a name that ends like none',
        `<img src="/blank${'_a'.repeat(40)}!">`,
        `![](https://site.test/blank${'_a'.repeat(40)}!)`,
      ],
      ['source set with commas', '<img srcset="/a,b.png, /c,d.png 2x,/e.png 1.5x">', '![](https://site.test/c,d.png)'],
      ['brackets in the text', '<img src="/a.png" alt="a]b">', '![a\\]b](https://site.test/a.png)'],
    ],
    images,
  )

  it('are left out when they are not asked for', () => {
    expect(convert('<p>a <img src="/a.png" alt="A"> b</p>')).toBe('a b')
  })
})

describe('the list of links', () => {
  const linksOf = (html: string, maxChars = 10_000) => {
    const options = { baseUrl: 'https://site.test/', includeLinks: true, includeImages: true }
    return cutMarkdown(writeMarkdown(parsePage(html), null, options).blocks, maxChars).links
  }

  it('names each address once, in order, with the first text', () => {
    expect(
      linksOf('<a href="/b">B <i>b</i></a> <table><tr><th><a href="/a">A</a><th><a href="/b">again</a></table>'),
    ).toEqual([
      { href: 'https://site.test/b', text: 'B b' },
      { href: 'https://site.test/a', text: 'A' },
    ])
  })

  it('holds http and https alone', () => {
    expect(linksOf('<a href="mailto:a@site.test">a</a><a href="ftp://site.test/x">b</a>')).toEqual([])
  })

  it('leaves out what was cut', () => {
    const html = `<p><a href="/a">a</a></p><p>${'x'.repeat(100)} <a href="/b">b</a></p>`
    expect(linksOf(html, 100)).toEqual([{ href: 'https://site.test/a', text: 'a' }])
  })

  it('ends at 500', () => {
    expect(
      linksOf(Array.from({ length: 600 }, (_, index) => `<p><a href="/${index}">x</a></p>`).join(''), 1e6),
    ).toHaveLength(500)
  })
})
