import { describe, expect, it } from 'vitest'
import { convert, itConverts } from './convert.ts'

describe('tables of data', () => {
  itConverts([
    [
      'header row',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'head and body',
      '<table><thead><tr><td>a<td>b<tbody><tr><td>1<td>2</table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    ['first row without header', '<table><tr><td>a<td>b<tr><td>1<td>2</table>', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    ['bars', '<table><tr><th>a|b</th><th><code>c|d</code></th></tr></table>', '| a\\|b | `c\\|d` |\n| --- | --- |'],
    [
      'paragraphs and breaks in cells',
      '<table><tr><th>a<br>b</th><th><p>c</p><p>d</p></th></tr></table>',
      '| a<br>b | c<br>d |\n| --- | --- |',
    ],
    [
      'list in a cell',
      '<table><tr><th>a</th><th>b</th></tr><tr><td><ul><li>x<li>y</ul></td><td>z</td></tr></table>',
      '| a | b |\n| --- | --- |\n| - x<br>- y | z |',
    ],
    [
      'code in a cell',
      '<table><tr><th>a<th>b<tr><td><pre>x\ny</pre><td>z</table>',
      '| a | b |\n| --- | --- |\n| `x`<br>`y` | z |',
    ],
    [
      'colspan',
      '<table><tr><th>a<th>b<th>c<tr><td colspan=2>d<td>e</table>',
      '| a | b | c |\n| --- | --- | --- |\n| d |  | e |',
    ],
    [
      'rowspan',
      '<table><tr><th>a<th>b<tr><td rowspan=2>c<td>d<tr><td>e</table>',
      '| a | b |\n| --- | --- |\n| c | d |\n|  | e |',
    ],
    ['short rows', '<table><tr><th>a<th>b<tr><td>c</table>', '| a | b |\n| --- | --- |\n| c |'],
    ['empty rows go', '<table><tr><th>a<th>b<tr><td><td><tr><td>c<td>d</table>', '| a | b |\n| --- | --- |\n| c | d |'],
    [
      'alignment',
      '<table><tr><th align=right>a<th style="text-align:center">b<th>c</table>',
      '| a | b | c |\n| ---: | :---: | --- |',
    ],
    ['caption', '<table><caption>Sizes</caption><tr><th>a<th>b</table>', 'Sizes\n\n| a | b |\n| --- | --- |'],
    [
      'links in cells',
      '<table><tr><th>a<th>b<tr><td><a href="/x|y">x</a><td>z</table>',
      '| a | b |\n| --- | --- |\n| [x](https://site.test/x%7Cy) | z |',
    ],
    [
      'nested in a cell of data',
      '<table><tr><th>a<th>b<tr><td><table><tr><td>x<td>y</table><td>z</table>',
      '| a | b |\n| --- | --- |\n| x y | z |',
    ],
    ['text beside rows goes before', '<table>note<tr><th>a<th>b</table>', 'note\n\n| a | b |\n| --- | --- |'],
    ['unclosed', '<table><tr><td>a<td>b<tr><td>c<td>d<p>x', '| a | b |\n| --- | --- |\n| c | d<br>x |'],
    [
      'stray end tags in cells',
      '<table><tr><td>a</div></p></td><td>b</span></td></tr></table>',
      '| a | b |\n| --- | --- |',
    ],
    ['form around rows', '<table><form><tr><td>a<td>b</tr></form></table>', '| a | b |\n| --- | --- |'],
    [
      'header one row down',
      '<table><tr><td>Table 1<td></tr><tr><th>a<th>b<tr><td>c<td>d</table>',
      '| a | b |\n| --- | --- |\n| Table 1 |  |\n| c | d |',
    ],
  ])

  it('adds no more blanks than a few for each cell', () => {
    const rows = '<tr><td colspan=1000>x</td><td>y</td></tr>'.repeat(200)
    expect(convert(`<table>${rows}</table>`).length).toBeLessThan(200 * 60)
  })
})

describe('tables that lay a page out', () => {
  itConverts([
    ['role', '<table role="presentation"><tr><td>a</td><td>b</td></tr></table>', 'a\n\nb'],
    ['one column', '<table><tr><td>a</td></tr><tr><td>b</td></tr></table>', 'a\n\nb'],
    [
      'around another',
      '<table><tr><td>menu</td><td><table><tr><td>a<td>b</table></td></tr></table>',
      'menu\n\n| a | b |\n| --- | --- |',
    ],
    [
      'around headings',
      '<table><tr><td>menu</td><td><h1>Title</h1><p>text</p></td></tr></table>',
      'menu\n\n# Title\n\ntext',
    ],
    [
      'long cells with blocks',
      `<table><tr><td>Ada</td><td><p>${'word '.repeat(150)}</p></td></tr></table>`,
      `Ada\n\n${'word '.repeat(150).trim()}`,
    ],
    ['cells outside of tables', '<td>a</td><td>b</td>', 'a\n\nb'],
  ])
})
