import { describe, expect, it } from 'vitest'
import { htmlToText } from './html.ts'

describe('htmlToText', () => {
  it.each([
    ['paragraphs and breaks', '<p>One<br>two</p><p>three<br/><br/>four</p>', 'One\ntwo\n\nthree\n\nfour'],
    ['entities, split over text events', 'Fish &amp; chips &lt;3 &#8211; &eacute;t&#xE9;', 'Fish & chips <3 – été'],
    ['unbreakable blanks', 'a&nbsp;&nbsp;b', 'a b'],
    ['white space of the source', '  <p>\n  a\n  <b>b</b> c</p>\n\n', 'a b c'],
    ['inline elements do not part words', 'un<b>believ</b>able', 'unbelievable'],
    [
      'a link shown in three pieces is one address',
      '<a href="https://shop.example.test/a/b"><span class="invisible">https://</span><span class="ellipsis">shop.example.test/a</span><span class="invisible">/b</span></a>',
      'https://shop.example.test/a/b',
    ],
    ['lists and cells', '<ul><li>a</li><li>b</li></ul><table><tr><td>c</td><td>d</td></tr></table>', 'a\nb\n\nc d'],
    ['preformatted lines', '<pre>a\nb</pre>c', 'a\nb\n\nc'],
    ['scripts and styles are no text', 'a<script>x()</script><style>b{}</style>c', 'ac'],
    ['images as their alternative', 'hi <img src="x.png" alt=":wave:">', 'hi :wave:'],
    ['text that is no markup', '1 < 2 && 3 > 2', '1 < 2 && 3 > 2'],
    ['nothing but markup', '<p><br></p>', ''],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  it('does not choke on deep markup', () => {
    const started = performance.now()
    expect(htmlToText(`before${'<b>'.repeat(300_000)}after`)).toBe('before')
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
