import { expect, it } from 'vitest'
import { parsePage } from '../../tree/parse.ts'
import { hashOf } from '../blocks/characters.ts'
import { HashTable } from '../blocks/hash-table.ts'
import { pageKinds } from '../kind/page-kinds.ts'
import { featureNames, readFeatures } from './features.ts'
import { viewPage } from './page-view.ts'

const html = `<title>The old mill</title><meta name=description content="How the wheel of the old mill came to stand still">
<body><nav class="main-menu"><ul><li><a href=/a>News</a></li><li><a href=/b>Sport</a></li><li><a href=/c>Jobs</a></li></ul></nav>
<main><h1>The old mill</h1><p class="lead">How the wheel of the old mill came to stand still, and who remembers it.</p></main></body>`

const words = { names: new HashTable(4), texts: new HashTable(4), headings: new HashTable(4) }
words.names.set(hashOf('nothing'), 1)

const view = viewPage(parsePage(html))
const values = readFeatures(view, { words, kinds: new Float32Array(pageKinds.length) })
const valueAt = (block: number, name: string): number | undefined => {
  const column = featureNames.indexOf(name)
  if (column < 0) throw new Error(`no feature ${name}`)
  return values[block * featureNames.length + column]
}

it('every feature has a name of its own', () => {
  expect(new Set(featureNames).size).toBe(featureNames.length)
})

it('every value is a finite number, and no group writes over its neighbour', () => {
  expect(values.length).toBe(view.blocks.count * featureNames.length)
  expect(values.every(Number.isFinite)).toBe(true)
})

it.each([
  [0, 'text.link-share', 1],
  [0, 'in.nav', 1],
  [0, 'entry.count', 3],
  [1, 'entry.turn', 1],
  [3, 'place.level', 1],
  [3, 'text.in-title', 1],
  [4, 'in.main', 1],
  [4, 'in.nav', 0],
  [4, 'text.words', 15],
  [4, 'place.from-h1', 1],
  [4, 'heading.blocks-since', 1],
  [4, 'near-1.level', 1],
  [4, 'page.h1', 1],
])('block %i: %s is %d', (block, name, value) => {
  expect(valueAt(block, name)).toBe(value)
})

it('sees what the description quotes', () => {
  expect(valueAt(4, 'text.in-description')).toBeGreaterThan(0.6)
  expect(valueAt(0, 'text.in-description')).toBe(0)
})
