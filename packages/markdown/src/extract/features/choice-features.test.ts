import { expect, it } from 'vitest'
import { parsePage } from '../../tree/parse.ts'
import { HashTable } from '../blocks/hash-table.ts'
import { choiceFeatures } from './choice-features.ts'
import { forEachNameWord } from './element-words.ts'
import { viewPage } from './page-view.ts'

const names = new HashTable(1)
forEachNameWord('comments', 0, (hash) => names.set(hash, -2))
const words = { names, texts: new HashTable(1), headings: new HashTable(1) }

/** The values of a feature by block. */
function read(html: string, name: string): number[] {
  const view = viewPage(parsePage(html))
  const readBlock = choiceFeatures.open(view, { words, kinds: new Float32Array() })
  return Array.from({ length: view.blocks.count }, (_, block) => {
    const out = new Float32Array(choiceFeatures.names.length)
    readBlock(block, out, 0)
    return out[choiceFeatures.names.indexOf(`choice.${name}`)] ?? Number.NaN
  })
}

const long =
  'The miller, who had seen many floods, opened the sluice, and the wheel began to turn once more that night.'
const linked = `<p><a href=/floods>${long}</a></p>`

it.each([
  ['the element with most paragraphs', `<div><p>${long}<p>${long}</div><div><p>${long}</div>`, [1, 1, 0]],
  ['not its menu', `<ul><li>News<li>Sport</ul><div><p>${long}</div>`, [0, 0, 1]],
  ['text before links', `<div>${linked}${linked}</div><div><p>${long}</div>`, [0, 0, 1]],
  ['text before comments', `<div id=comments><p>${long}<p>${long}</div><div><p>${long}</div>`, [0, 0, 1]],
  ['a paragraph beside it', `<p>${long}</p><div><p>${long}</div>${linked}`, [1, 1, 0]],
  ['all of a page without paragraphs', '<ul><li>News<li>Sport</ul>', [1, 1]],
])('holds %s', (_, body, held) => {
  expect(read(`<body>${body}`, 'holds')).toEqual(held)
})

it('says how near the best element is, and where its blocks begin and end', () => {
  const page = `<body><nav><p>News</nav><div><p>${long}<p>${long}</div><div><p>${long}</div>`
  const near = read(page, 'score-above')
  expect(near[0]).toBe(0)
  expect(near.slice(1, 3)).toEqual([1, 1])
  expect(near[3]).toBeGreaterThan(0)
  expect(near[3]).toBeLessThan(1)
  expect(read(page, 'since-begin')).toEqual([-1, 0, 1, 2])
  expect(read(page, 'until-end')).toEqual([2, 1, 0, -1])
  expect(read(page, 'page-share')[0]).toBeCloseTo(40 / 61)
})
