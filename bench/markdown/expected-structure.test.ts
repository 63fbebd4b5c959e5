import { expect, it } from 'vitest'
import { expectedStructure } from './expected-structure.ts'

const expected = (html: string, truth: string) => expectedStructure(`<!doctype html><body>${html}</body>`, truth)

it('expects what stands in the truth, by its structure', () => {
  const html = '<h2>The old mill</h2><p>So.</p><ul><li>two wheels<li>ten sacks of rye</ul><pre>let a = 1</pre>'
  expect(expected(html, 'The old mill\nSo.\n- two wheels\n- ten sacks of rye\nlet a = 1')).toEqual({
    h: ['the old mill'],
    li: ['two wheels', 'ten sacks of rye'],
    tr: [],
    pre: ['\nlet a = 1\n'],
  })
})

it('takes a short text in a sentence for chance, a long one not', () => {
  const html = '<ul><li>about us<li>the mill by the old bridge</ul><h2>our prices</h2>'
  const truth = 'Tell us about us and our prices here, at the mill by the old bridge.'
  expect(expected(html, truth)).toMatchObject({ h: [], li: ['the mill by the old bridge'] })
})

it('takes short items that stand together for content', () => {
  expect(expected('<ul><li>oak wood<li>pine wood<li>elm wood</ul>', 'We sell oak wood, pine wood.')).toMatchObject({
    li: ['oak wood', 'pine wood'],
  })
})

it.each(['nav', 'footer', 'aside', 'header'])('expects nothing of a %s', (tag) => {
  expect(expected(`<${tag}><h2>The old mill</h2></${tag}>`, 'The old mill').h).toEqual([])
})

it('expects nothing that is hidden or has the role of a frame', () => {
  for (const attribute of ['hidden', 'style="display: none"', 'role="navigation"'])
    expect(expected(`<div ${attribute}><h2>The old mill</h2></div>`, 'The old mill').h).toEqual([])
})

it('expects the title of an article in its header', () => {
  const title = '<header><h2>The old mill</h2></header>'
  expect(expected(`<article>${title}</article>`, 'The old mill').h).toEqual(['the old mill'])
  expect(expected('<header><h1>The old mill</h1></header>', 'The old mill').h).toEqual(['the old mill'])
})

it('expects once what the truth holds once', () => {
  const html = '<h2>The old mill</h2><h2>The old mill</h2>'
  expect(expected(html, 'The old mill').h).toHaveLength(1)
  expect(expected(html, 'The old mill\nThe old mill').h).toHaveLength(2)
})

it('leaves a table of contents out, numbers aside, but not an item that is a heading', () => {
  const contents = '<ul><li>The old mill</ul>'
  expect(expected(`${contents}<h2>1. The old mill</h2>`, '1. The old mill').li).toEqual([])
  expect(expected('<ul><li><h2>The old mill</h2></ul>', 'The old mill')).toMatchObject({
    h: ['the old mill'],
    li: ['the old mill'],
  })
})

it('takes of an item what stands before its first block ends, without lists in it', () => {
  const html = '<ul><li>one two<ul><li>three four</ul></li><li><p>five six</p> seven eight</li></ul>'
  expect(expected(html, 'one two\nthree four\nfive six\nseven eight').li).toEqual(['one two', 'five six', 'three four'])
  expect(expected('<ul><li><ul><li>one two</ul></ul>', 'one two\none two').li).toEqual(['one two'])
})

it('expects rows of tables of data, and no lists in their cells', () => {
  const list = '<ul><li>one two<li>three four</ul>'
  const html = `<table><tr><td>oak wood<td>${list}</table>`
  expect(expected(html, 'oak wood one two three four\none two\nthree four')).toMatchObject({
    tr: ['oak wood one two three four'],
    li: [],
  })
})

it('expects no rows of tables that lay out a page, or have one column', () => {
  const truth = 'oak wood pine wood'
  for (const html of [
    '<table role="presentation"><tr><td>oak wood<td>pine wood</table>',
    '<table><tr><td>oak wood<td><h2>pine wood</h2></table>',
    '<table><tr><td>oak wood pine wood</table>',
  ])
    expect(expected(html, truth).tr).toEqual([])
})

it('expects no line numbers', () => {
  expect(expected('<pre>1\n2\n3\n4</pre>', '1\n2\n3\n4').pre).toEqual([])
})
