import { expect, it } from 'vitest'
import { parsePage } from '../../tree/parse.ts'
import { type Blocks, findBlocks } from './blocks.ts'
import { hashOf, wordHashes } from './characters.ts'
import { indexPage } from './page-index.ts'
import { IN } from './tags.ts'

function blocksOf(html: string): Blocks & { texts: string[] } {
  const index = indexPage(parsePage(html))
  const blocks = findBlocks(index)
  const texts = Array.from({ length: blocks.count }, (_, block) =>
    index.nodes
      .slice(blocks.first[block], (blocks.last[block] ?? 0) + 1)
      .map((node) => (node.kind === 'text' ? node.data : ''))
      .join('')
      .trim(),
  )
  return { ...blocks, texts }
}

it.each([
  ['text goes on through inline elements', '<p>one <b>two</b> <a href=x>three</a></p>', ['one two three']],
  ['blocks end a run', '<div>before<p>inside</p>after</div>', ['before', 'inside', 'after']],
  ['one break keeps a run together, two end it', 'one<br>two<br><br>three', ['onetwo', 'three']],
  ['an empty block ends a run', 'one<div></div>two', ['one', 'two']],
  ['a link around blocks is no run', '<a href=x><div>one</div><div>two</div></a>', ['one', 'two']],
  ['code is one block', '<pre><code><div>a = 1</div><div>b = 2</div>\n\nc</code></pre>', ['a = 1b = 2\n\nc']],
  ['what has no word is no block', '<p>one</p><p>* * *</p><p>— </p><p>two</p>', ['one', 'two']],
])('%s', (_, html, texts) => {
  expect(blocksOf(html).texts).toEqual(texts)
})

it('counts words, links, numbers, sentences and prices', () => {
  const blocks = blocksOf('<p>Ann paid £12, then <a href=x>left the shop</a>. Gone!</p>')
  expect(blocks.words[0]).toBe(8)
  expect(blocks.linkWords[0]).toBe(3)
  expect(blocks.numberWords[0]).toBe(1)
  expect(blocks.capitalWords[0]).toBe(2)
  expect(blocks.stops[0]).toBe(2)
  expect(blocks.commas[0]).toBe(1)
  expect(blocks.currencies[0]).toBe(1)
})

it('counts of a run without words do not stain the next', () => {
  const [alone] = [blocksOf('<p>word</p>')]
  const after = blocksOf('<p>€ € !!! ,,,</p><p>word</p>')
  expect([after.chars[0], after.currencies[0], after.stops[0], after.print[0]]).toEqual([
    alone.chars[0],
    0,
    0,
    alone.print[0],
  ])
})

it('keeps the words of the page in order, in lower case', () => {
  const blocks = blocksOf('<h1>Über Uns</h1><p>東京は。大きい</p>')
  expect([...blocks.wordHashes]).toEqual(['über', 'uns', '東京は', '大きい'].map(hashOf))
  expect([...blocks.wordStart.slice(0, 3)]).toEqual([0, 2, 4])
  expect(wordHashes('ÜBER uns')).toEqual(['über', 'uns'].map(hashOf))
})

it('knows where a block stands', () => {
  const { context } = blocksOf(
    '<main><article><h2>One</h2></article></main><nav><a href=x>Two</a></nav><div hidden>Three</div>',
  )
  expect((context[0] ?? 0) & (IN.main | IN.article | IN.heading)).toBe(IN.main | IN.article | IN.heading)
  expect((context[1] ?? 0) & (IN.nav | IN.link)).toBe(IN.nav | IN.link)
  expect((context[2] ?? 0) & (IN.hidden | IN.main)).toBe(IN.hidden)
})

it('finds alike siblings whatever their numbers and states', () => {
  const index = indexPage(
    parsePage('<ul><li class="post post-1">a<li class="post post-22">b<li class="post active">c<li class="ad">d</ul>'),
  )
  const items = index.nodes.flatMap((node, at) => (node.kind === 'element' && node.tag === 'li' ? [at] : []))
  expect(items.map((at) => index.alike[at])).toEqual([3, 3, 3, 1])
  expect(items.map((at) => index.turn[at])).toEqual([0, 1, 2, 0])
})
