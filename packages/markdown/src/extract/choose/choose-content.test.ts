import { describe, expect, it } from 'vitest'
import { parsePage } from '../../tree/parse.ts'
import { type PageView, viewPage } from '../features/page-view.ts'
import { pageKinds } from '../kind/page-kinds.ts'
import { chooseContent } from './choose-content.ts'
import { dataTables, evenOut, plainLists } from './groups.ts'
import { selectNodes } from './select-nodes.ts'

const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

const viewOf = (html: string): PageView => viewPage(parsePage(html))

const kindsOf = (kind: (typeof pageKinds)[number]): Float32Array =>
  Float32Array.from(pageKinds, (name) => (name === kind ? 1 : 0))

function keptOf(html: string, chances: number[], kind: (typeof pageKinds)[number] = 'article'): number[] {
  return [...chooseContent(viewOf(html), { chances: Float32Array.from(chances), kinds: kindsOf(kind) })]
}

describe('tables', () => {
  const row = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  const table = `<table>${row('Oak', 'hard wood')}${row('Pine', 'soft wood')}</table>`

  it('stay or go as a whole', () => {
    expect(keptOf(`<p>${words(50)}</p>${table}`, [0.9, 0.3, 0.9, 0.9, 0.9])).toEqual([1, 1, 1, 1, 1])
    expect(keptOf(`<p>${words(50)}</p>${table}`, [0.9, 0.4, 0.05, 0.05, 0.05])).toEqual([1, 0, 0, 0, 0])
  })

  it('may be most of the page where the first row names the columns', () => {
    const rows = [row(words(9), words(9)), row(words(9), words(9))].join('')
    expect(dataTables(viewOf(`<table><tr><th>oak<th>pine</tr>${rows}</table><p>end</p>`))).toEqual([{ from: 0, to: 6 }])
    expect(dataTables(viewOf(`<table>${row('oak', 'pine')}${rows}</table><p>end</p>`))).toEqual([])
  })

  it('that lay a page out are not tables of data', () => {
    const page = (inner: string): string =>
      `<table><tr><td><p>a b</p></td><td>c d<p>e f</p><p>g h</p>${inner}</td></tr></table><p>${words(99)}</p>`
    expect(dataTables(viewOf(page('')))).toHaveLength(1)
    expect(dataTables(viewOf(page(table)))).toEqual([{ from: 4, to: 8 }])
    expect(dataTables(viewOf(`<table>${row(words(40), words(40), words(40), words(40))}</table><p>end</p>`))).toEqual(
      [],
    )
  })
})

describe('a page of few blocks', () => {
  const page = (count: number): string => `<p>${words(50)}</p><p>${words(50)}</p>${'<p>end</p>'.repeat(count - 2)}`
  const chances = (count: number): number[] => [0.9, 0.2, ...Array<number>(count - 2).fill(0.05)]

  it('keeps what is in doubt; a larger one does not', () => {
    expect(keptOf(page(30), chances(30)).slice(0, 3)).toEqual([1, 1, 0])
    expect(keptOf(page(31), chances(31)).slice(0, 3)).toEqual([1, 0, 0])
  })
})

describe('what belongs to kept text', () => {
  it('is kept with it: headings, code, lists between', () => {
    const list = '<ul><li>one<li>two<li>three</ul>'
    const html = `<h2>Sails</h2><p>${words(50)}</p>${list}<p>${words(20)}</p><pre>a b</pre>`
    expect(keptOf(html, [0.3, 0.9, 0.3, 0.3, 0.3, 0.9, 0.1])).toEqual([1, 1, 1, 1, 1, 1, 1])
  })

  it('is kept with the rest of its list', () => {
    const list = '<ul><li>one<li>two<li>three<li>four</ul>'
    expect(keptOf(`<p>${words(50)}</p>${list}`, [0.9, 0.9, 0.9, 0.9, 0.05])).toEqual([1, 1, 1, 1, 1])
  })

  it('does not come back with comments that left', () => {
    const comments = `<div class="comments"><p>${words(9)}</p><pre>a b</pre></div>`
    expect(keptOf(`<article><p>${words(60)}</p></article>${comments}`, [0.9, 0.9, 0.9])).toEqual([1, 0, 0])
  })
})

describe('lists', () => {
  it('are innermost, with about a block an item', () => {
    const view = viewOf('<ul><li>one<ol><li>a<li>b<li>c</ol></li><li>two</ul><ul><li>x<li>y</ul>')
    expect(plainLists(view)).toEqual([{ from: 1, to: 4 }])
  })

  it('draw their items towards their mean, weighed by words', () => {
    const chances = Float32Array.of(0.9, 0.5, 0.2, 0.9)
    evenOut(chances, Float32Array.of(1, 1, 2, 9), { from: 1, to: 3 }, 0.5)
    expect([...chances].map((chance) => chance.toFixed(2))).toEqual(['0.90', '0.40', '0.25', '0.90'])
  })
})

describe('comments', () => {
  const page = (article: number): string =>
    `<article><p>${words(article)}</p></article><section class="post-comments"><p>${words(25)}</p></section>`

  it('go from an article that stands without them', () => {
    expect(keptOf(page(60), [0.9, 0.9])).toEqual([1, 0])
  })

  it('stay where the page is a thread, or where little is left without them', () => {
    expect(keptOf(page(60), [0.9, 0.9], 'forum')).toEqual([1, 1])
    expect(keptOf(page(30), [0.9, 0.9])).toEqual([1, 1])
  })

  it('are not the whole page, whatever its class says', () => {
    const html = `<div class="comments"><p>${words(60)}</p><p>${words(50)}</p></div><p>${words(45)}</p>`
    expect(keptOf(html, [0.9, 0.9, 0.9])).toEqual([1, 1, 1])
  })
})

describe('selectNodes', () => {
  const selected = (html: string, kept: number[]): string[] => {
    const page = parsePage(html)
    const view = viewPage(page)
    const selection = selectNodes(page, view, Uint8Array.from(kept))
    return view.index.nodes.flatMap((node) =>
      selection[node.id] === 1 ? [node.kind === 'text' ? node.data.trim() : node.tag] : [],
    )
  }

  it('marks texts and all elements above them', () => {
    expect(selected('<main><p>one <b>two</b></p><p>three</p></main>', [1, 0])).toEqual([
      'body',
      'main',
      'p',
      'one',
      'b',
      'two',
    ])
  })

  it('keeps an image between kept blocks, or inside of one, and no other', () => {
    expect(selected('<p>one</p><img><p>two</p><img><p>three</p>', [1, 1, 0])).toEqual([
      'body',
      'p',
      'one',
      'img',
      'p',
      'two',
    ])
    expect(selected('<p>one<img></p><img><p>two</p>', [1, 0])).toEqual(['body', 'p', 'one', 'img'])
  })

  it('keeps signs without words between kept blocks', () => {
    expect(selected('<p>one</p><p>* * *</p><p>two</p>', [1, 1])).toContain('* * *')
    expect(selected('<p>one</p><p>* * *</p><p>two</p>', [1, 0])).not.toContain('* * *')
  })

  it('keeps the empty cells of a kept row', () => {
    expect(
      selected('<table><tr><td>one</td><td></td></tr><tr><td>two</td><td></td></tr></table>', [1, 0]).join(' '),
    ).toMatch(/tr td one td$/)
  })
})
