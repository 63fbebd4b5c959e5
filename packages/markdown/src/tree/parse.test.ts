import { describe, expect, it } from 'vitest'
import type { Node } from './node.ts'
import { parsePage } from './parse.ts'
import { textContent } from './text-content.ts'

/** `div(p("a") "b")` */
function show(node: Node): string {
  return node.kind === 'text' ? JSON.stringify(node.data) : `${node.tag}(${node.children.map(show).join(' ')})`
}

function tree(html: string): string {
  return parsePage(html).body.children.map(show).join(' ')
}

describe('implied structure', () => {
  it.each([
    ['paragraphs end each other', '<p>a<p>b', 'p("a") p("b")'],
    ['a block ends a paragraph, spans in it too', '<p><span>a<div>b</div>', 'p(span("a")) div("b")'],
    [
      'a paragraph in a button is no matter of one around it',
      '<p>a<button><p>b</p></button>c',
      'p("a" button(p("b")) "c")',
    ],
    ['an end without a start is an empty paragraph', 'a</p>b', '"a" p() "b"'],
    ['items', '<ul><li>a<li>b<ul><li>c</ul><li>d</ul>', 'ul(li("a") li("b" ul(li("c"))) li("d"))'],
    ['terms', '<dl><dt>a<dd>b<dt>c</dl>', 'dl(dt("a") dd("b") dt("c"))'],
    ['cells and rows', '<table><tr><td>a<td>b<tr><td>c</table>d', 'table(tr(td("a") td("b")) tr(td("c"))) "d"'],
    ['a cell without a row', '<table><td>a</table>', 'table(tr(td("a")))'],
    ['sections', '<table><thead><tr><th>a<tbody><tr><td>b', 'table(thead(tr(th("a"))) tbody(tr(td("b"))))'],
    ['text between rows goes before the table', '<table>a<tr><td>b</table>', '"a" table(tr(td("b")))'],
    ['elements between rows too', '<table><tr><p>a</p><td>b</table>', 'p("a") table(tr(td("b")))'],
    [
      'no end tag gets out of a cell',
      '<div><table><tr><td></div>a</p></table>b</div>',
      'div(table(tr(td("a" p()))) "b")',
    ],
    ['a table in a cell', '<table><tr><td><table><tr><td>a</table>b</table>', 'table(tr(td(table(tr(td("a"))) "b")))'],
    ['links do not nest', '<a>a<a>b</a>', 'a("a") a("b")'],
    ['formatting that ends in a block', '<b>1<p>2</b>3</p>4', 'b("1") p(b("2") "3") "4"'],
    ['formatting that ends two blocks down', '<b>1<div>2<p>3</b>4', 'b("1") div(b("2") p(b("3") "4"))'],
    ['crossed formatting', '<b>1<i>2</b>3</i>4', 'b("1" i("2")) i("3") "4"'],
    ['stray end tags', '</div></b></li></td>a', '"a"'],
    ['headings', '<h1>a<h2>b</h1>c', 'h1("a") h2("b") "c"'],
    ['options', '<select><option>a<option>b</select>', 'select(option("a") option("b"))'],
    ['a form that ends amid others', '<form><div>a</form>b</div>c', 'form(div("ab")) "c"'],
    ['a form in a form', '<form><form>a</form></form>', 'form("a")'],
    ['ruby', '<ruby>a<rt>b<rp>c</ruby>', 'ruby("a" rt("b") rp("c"))'],
    ['content after the body', '<body>a</body></html><p>b', '"a" p("b")'],
    ['a break by its end tag', 'a</br>b', '"a" br() "b"'],
    ['void elements', 'a<img src=x>b<br/>c', '"a" img() "b" br() "c"'],
  ])('%s', (_name, html, expected) => {
    expect(tree(html)).toBe(expected)
  })
})

describe('what never enters', () => {
  it.each([
    ['scripts and styles', 'a<script>"<p>"</script><style>p{}</style>b', '"ab"'],
    ['comments', 'a<!-- <p> -->b<!', '"ab"'],
    ['templates', 'a<template><p>x<template></template></template>b', '"ab"'],
    ['drawings', 'a<svg><title>x</title><foreignObject><p>x</p></foreignObject></svg>b', '"ab"'],
    ['an unclosed drawing ends at a block', '<svg><path><p>a</p>', 'p("a")'],
    ['noscript', 'a<noscript><p>x</p></noscript>b', '"ab"'],
  ])('%s', (_name, html, expected) => {
    expect(tree(html)).toBe(expected)
  })

  it('but images of noscript do, and declared shadow roots', () => {
    expect(tree('<noscript><p>x<img src=a></p></noscript>')).toBe('img()')
    expect(tree('<x-y><template shadowrootmode=open><p>a</p></template></x-y>')).toBe('x-y(template(p("a")))')
  })
})

describe('facts of the head', () => {
  it('are read wherever they stand', () => {
    const { head } = parsePage(`<html lang=en-GB><title> A &amp; B </title><title>no</title>
      <meta name=Author content=Ada><meta property=og:title content=T><meta name=author content=Eve><meta name=empty content=" ">
      <base href=/b/><link rel="x canonical" href=/c><body><meta itemprop=datePublished content=2026>
      <script type="application/ld+json">{"a":1}</script><script id=__NEXT_DATA__ type=application/json>{"b":2}</script>
      <script src=x.js></script><script>let a</script><script type=text/template>no</script>
      <noscript>Please <b>enable</b> scripts</noscript>`)
    expect({
      ...head,
      metas: Object.fromEntries(head.metas),
      dataScripts: Object.fromEntries(head.dataScripts),
    }).toEqual({
      title: 'A & B',
      metas: { author: 'Ada', 'og:title': 'T', datepublished: '2026' },
      baseHref: '/b/',
      canonical: '/c',
      lang: 'en-GB',
      jsonLd: ['{"a":1}'],
      dataScripts: { __NEXT_DATA__: '{"b":2}' },
      scripts: { count: 2, inlineChars: 5 },
      noscript: 'Please enable scripts',
    })
  })

  it('reads closed scripts of XHTML', () => {
    const { body, head } = parsePage(
      '<?xml version="1.0"?><html><script src="x.js"/><title/><body><p>a</p></body></html>',
    )
    expect([body.children.length, head.title, head.scripts.count]).toEqual([1, '', 1])
  })
})

describe('the tree', () => {
  it('numbers nodes in document order, parents first', () => {
    const { body, nodeCount } = parsePage('<p>a<b>b</b></p><table>x<tr><td>c</table>')
    const ids: number[] = []
    const walk = (node: Node): void => {
      ids.push(node.id)
      if (node.kind === 'element') for (const child of node.children) walk(child)
    }
    walk(body)
    expect(ids).toEqual(ids.map((_, index) => index))
    expect(nodeCount).toBe(ids.length)
  })

  it('knows every parent, after moves too', () => {
    const { body } = parsePage('<b>1<div>2<p>3</b>4</div><table>x<tr><p>y</p><td>z</table><a>1<a>2')
    const walk = (node: Node): void => {
      if (node.kind === 'text') return
      for (const child of node.children) {
        expect(child.parent).toBe(node)
        walk(child)
      }
    }
    walk(body)
    expect(body.parent).toBeNull()
  })

  it('is no deeper than 256', () => {
    let deepest = 0
    const walk = (node: Node, depth: number): void => {
      deepest = Math.max(deepest, depth)
      if (node.kind === 'element') for (const child of node.children) walk(child, depth + 1)
    }
    walk(parsePage(`${'<div>'.repeat(2000)}a`).body, 0)
    expect(deepest).toBe(256)
  })

  it('has the attributes that are read, in lower case, the first of each name, entities decoded', () => {
    const [link] = parsePage('<A HREF="a&amp;b" href=c Title=\'x\' hidden onclick="x()" data-x=1>').body.children
    expect(link?.kind === 'element' && link.attributes).toEqual({ href: 'a&b', title: 'x', hidden: '' })
  })

  it('decodes entities in texts, and leaves them in elements that know none', () => {
    const { body, head } = parsePage('<title>A &amp; B</title><p>&lt;a&gt;&nbsp;b &amp c<xmp>&lt;</xmp>')
    expect(head.title).toBe('A & B')
    expect(textContent(body)).toBe('<a>\u00a0b & c&lt;')
  })

  it('gives the body its attributes', () => {
    expect(parsePage('<body class=a><body class=b id=c>').body.attributes).toEqual({ class: 'a', id: 'c' })
  })

  it('knows one kind of line end', () => {
    expect(tree('<pre>a\r\nb\rc</pre>')).toBe('pre("a\\nb\\nc")')
  })
})
