import { describe, expect, it } from 'vitest'
import { parsePage } from '../../tree/parse.ts'
import { type PageView, viewPage } from '../features/page-view.ts'
import { keepBetween, keepCode, keepHeadings, settleLists } from './companions.ts'
import { dataTables, plainLists } from './groups.ts'

const viewOf = (html: string): PageView => viewPage(parsePage(html))

describe('keepCode', () => {
  const keep = (html: string, kept: number[]): number[] => {
    const own = Uint8Array.from(kept)
    keepCode(viewOf(html), own)
    return [...own]
  }

  it('keeps code after or before kept text of its container', () => {
    expect(keep('<div><p>so</p><pre>a b</pre></div><p>menu</p>', [1, 0, 0])).toEqual([1, 1, 0])
    expect(keep('<div><pre>a b</pre><p>so</p></div>', [0, 1])).toEqual([1, 1])
  })

  it('sees through what highlighters wrap around it', () => {
    const wrapped = '<div class="highlight"><div><pre><code>a b</code></pre></div></div>'
    expect(keep(`<p>so</p>${wrapped}<p>on</p>`, [1, 0, 0])).toEqual([1, 1, 0])
  })

  it('keeps blocks in a row by the text around all of them', () => {
    expect(keep('<p>so</p><pre>a</pre><pre>b</pre><pre>c</pre><p>on</p>', [1, 0, 0, 0, 0])).toEqual([1, 1, 1, 1, 0])
    expect(keep('<pre>a</pre><pre>b</pre><p>on</p>', [0, 0, 1])).toEqual([1, 1, 1])
  })

  it('leaves code of another container out', () => {
    expect(keep('<main><p>so</p><p>on</p></main><aside><p>ad</p><pre>a b</pre></aside>', [1, 1, 0, 0])).toEqual([
      1, 1, 0, 0,
    ])
    expect(keep('<aside><p>ad</p><pre>a b</pre></aside><p>so</p>', [0, 0, 1])).toEqual([0, 0, 1])
    expect(keep('<main><p>so</p></main><aside><pre>a b</pre><p>ad</p></aside>', [1, 0, 0])).toEqual([1, 0, 0])
  })

  it('leaves hidden code out: a page may carry its own source', () => {
    expect(keep('<p>so</p><pre hidden>a b</pre>', [1, 0])).toEqual([1, 0])
  })
})

describe('keepHeadings', () => {
  const keep = (html: string, kept: number[], chances = kept.map(() => 0.5)): number[] => {
    const own = Uint8Array.from(kept)
    keepHeadings(viewOf(html), own, Float32Array.from(chances), 0.4)
    return [...own]
  }

  it('keeps the heading of kept text, and the one over it', () => {
    expect(keep('<h2>A</h2><h3>B</h3><p>so</p>', [0, 0, 1])).toEqual([1, 1, 1])
  })

  it('does not take a heading for that of the next section', () => {
    expect(keep('<h2>A</h2><h2>B</h2><p>so</p>', [0, 1, 1])).toEqual([0, 1, 1])
    expect(keep('<h2>A</h2><p>ad</p><p>so</p>', [0, 0, 1])).toEqual([0, 0, 1])
  })

  it('leaves headings of other containers, hidden ones and those that are surely no content', () => {
    expect(keep('<aside><p>ad</p><h2>A</h2></aside><p>so</p>', [0, 0, 1])).toEqual([0, 0, 1])
    expect(keep('<h2 hidden>A</h2><p>so</p>', [0, 1])).toEqual([0, 1])
    expect(keep('<h2>A</h2><p>so</p>', [0, 1], [0.09, 0.9])).toEqual([0, 1])
    expect(keep('<h2>A</h2><p>so</p>', [0, 1], [0.11, 0.9])).toEqual([1, 1])
  })
})

describe('keepBetween', () => {
  const page = '<p>so</p><ul><li>one<li>two<li>three</ul><p>on</p>'
  const keep = (html: string, kept: number[], chance: number): number[] => {
    const [view, own] = [viewOf(html), Uint8Array.from(kept)]
    const groups = [...plainLists(view), ...dataTables(view)]
    keepBetween(view, own, new Float32Array(kept.length).fill(chance), 0.4, groups)
    return [...own]
  }

  it('keeps a list or a table between kept blocks', () => {
    const table = '<p>so</p><table><tr><td>a<td>b<tr><td>c<td>d</table><p>on and on and on and on</p>'
    expect(keep(page, [1, 0, 0, 0, 1], 0.2)).toEqual([1, 1, 1, 1, 1])
    expect(keep(table, [1, 0, 0, 0, 0, 1], 0.2)).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('leaves it out when a side is, or when it is surely no content', () => {
    expect(keep(page, [1, 0, 0, 0, 0], 0.2)).toEqual([1, 0, 0, 0, 0])
    expect(keep(page, [0, 0, 0, 0, 1], 0.2)).toEqual([0, 0, 0, 0, 1])
    expect(keep(page, [1, 0, 0, 0, 1], 0.09)).toEqual([1, 0, 0, 0, 1])
  })

  it('leaves a list of another container out', () => {
    const apart = '<p>so</p><nav><p>ad</p><ul><li>one<li>two<li>three</ul></nav><p>on</p>'
    expect(keep(apart, [1, 1, 0, 0, 0, 1], 0.2)).toEqual([1, 1, 0, 0, 0, 1])
  })
})

describe('settleLists', () => {
  const settle = (kept: number[]): number[] => {
    const view = viewOf('<ul><li>one<li>two<li>three<li>four<li hidden>five</ul>')
    const own = Uint8Array.from(kept)
    settleLists(view, own, plainLists(view))
    return [...own]
  }

  it('keeps the rest of a list of which most is kept, hidden items aside', () => {
    expect(settle([1, 1, 0, 1, 1])).toEqual([1, 1, 1, 1, 1])
    expect(settle([1, 1, 1, 1, 0])).toEqual([1, 1, 1, 1, 0])
  })

  it('drops what is left of a list of which little is kept, and leaves what is in doubt', () => {
    expect(settle([0, 0, 1, 0, 0])).toEqual([0, 0, 0, 0, 0])
    expect(settle([1, 1, 0, 0, 0])).toEqual([1, 1, 0, 0, 0])
  })
})
