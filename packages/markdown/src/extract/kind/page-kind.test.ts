import { expect, it } from 'vitest'
import { parsePage } from '../../tree/parse.ts'
import { viewPage } from '../features/page-view.ts'
import { loadModel } from '../model/model.ts'
import { kindChances, kindFeatureCount, readKindFeatures, readKindValues, readMarks } from './page-kind.ts'
import { pageKinds } from './page-kinds.ts'
import { readShape, SHAPE_VALUES } from './page-shape.ts'

const shop = `<head><meta property=og:type content=product></head><body class=product-page><nav><a href=/cart>Cart</a></nav>
<main><h1>Walnut bowl</h1><span class=price>€ 48.00</span><button class=add-to-cart>Add to cart</button>
<ul class=variants><li class=variant>Small bowl</li><li class=variant>Large bowl</li><li class=variant>Round bowl</li></ul></main></body>`

function chancesOf(html: string): Map<string, number> {
  const page = parsePage(html)
  const view = viewPage(page)
  const { kinds } = loadModel()
  const features = readKindFeatures(readKindValues(view), readMarks(page, view), kinds.table)
  expect(features).toHaveLength(kindFeatureCount)
  const chances = kindChances(kinds.forests, features)
  return new Map(pageKinds.map((kind, at) => [kind, chances[at] ?? 0]))
}

it('chances of a page sum to 1', () => {
  expect([...chancesOf(shop).values()].reduce((a, b) => a + b, 0)).toBeCloseTo(1)
})

it('a shop is sooner a product than a forum', () => {
  const chances = chancesOf(shop)
  expect(chances.get('product')).toBeGreaterThan(4 * (chances.get('forum') ?? 1))
})

it('a page without a word has chances, too', () => {
  expect([...chancesOf('').values()].every(Number.isFinite)).toBe(true)
})

it('the class of an element and the same word of its text are two marks', () => {
  const marks = (html: string): Set<number> => {
    const page = parsePage(html)
    return readMarks(page, viewPage(page))
  }
  const [classed, written] = [marks('<b class=cart>x</b>'), marks('<b>cart</b>')]
  const own = (a: Set<number>, b: Set<number>): number => a.difference(b).size
  expect([own(classed, written), own(written, classed)]).toEqual([2, 1])
})

it('the shape counts prose, tables, code and the entries of the largest group', () => {
  const shape = readShape(viewPage(parsePage(shop)))
  expect(shape).toHaveLength(SHAPE_VALUES)
  const [repeated, share, links, entries, wordsEach] = shape.slice(-5)
  expect([links, entries, wordsEach]).toEqual([0, 3, 2])
  expect(repeated).toBe(share)
  const page = parsePage('<pre>let x = 1</pre><table><tr><td>one two</td><td>three four</td></tr></table>')
  const [code, prose] = readShape(viewPage(page))
  expect([code, prose]).toEqual([1, 0])
  expect(readShape(viewPage(page))[6]).toBeCloseTo(4 / 7)
})
