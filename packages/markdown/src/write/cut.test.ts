import { describe, expect, it } from 'vitest'
import { parsePage } from '../tree/parse.ts'
import { cutMarkdown, writeMarkdown } from './write.ts'

function cut(html: string, maxChars: number) {
  const options = { baseUrl: 'https://site.test/', includeLinks: true, includeImages: true }
  return cutMarkdown(writeMarkdown(parsePage(html), null, options).blocks, maxChars)
}

describe('cutMarkdown', () => {
  it('leaves what fits as it is', () => {
    expect(cut('<p>one</p><p>two</p>', 8)).toEqual({
      markdown: 'one\n\ntwo',
      charCount: 8,
      truncated: false,
      links: [],
    })
  })

  it('cuts between blocks', () => {
    expect(cut('<p>one</p><p>two</p><p>three</p>', 12)).toMatchObject({
      markdown: 'one\n\ntwo',
      charCount: 8,
      truncated: true,
    })
  })

  it('counts code points', () => {
    expect(cut('<p>🙂🙂</p><p>🙂</p>', 5)).toMatchObject({ markdown: '🙂🙂\n\n🙂', charCount: 5, truncated: false })
  })

  it('cuts a list between items', () => {
    expect(cut('<p>x</p><ul><li>one<li>two<li>three</ul>', 17).markdown).toBe('x\n\n- one\n- two')
  })

  it('cuts nested lists between items', () => {
    expect(cut('<ul><li>one<ul><li>two<li>three</ul><li>four</ul>', 15).markdown).toBe('- one\n  - two')
  })

  it('cuts a table between rows', () => {
    const table = '<table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4</table>'
    expect(cut(table, 35).markdown).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |')
  })

  it('leaves a table out of which no row fits', () => {
    expect(cut('<p>x</p><table><tr><th>a<th>b<tr><td>1<td>2</table>', 30).markdown).toBe('x')
  })

  it('gives the text of a table whose header alone is too long', () => {
    expect(cut(`<table><tr><th>one two three<th>b<tr><td>1<td>2</table>`, 12)).toMatchObject({
      markdown: 'one two',
      truncated: true,
    })
  })

  it('cuts code between lines and closes the fence', () => {
    expect(cut('<pre>one\ntwo\nthree</pre>', 16).markdown).toBe('```\none\ntwo\n```')
    expect(cut('<ul><li>a<pre>one\ntwo\nthree</pre></ul>', 24).markdown).toBe('- a\n\n  ```\n  one\n  ```')
  })

  it('cuts a first line of code that is too long', () => {
    expect(cut(`<pre>${'x'.repeat(50)}</pre>`, 20).markdown).toBe(`\`\`\`\n${'x'.repeat(12)}\n\`\`\``)
  })

  it('cuts a first paragraph at a sentence', () => {
    expect(cut('<p>First one here. Second one. Third one is longer.</p>', 40).markdown).toBe(
      'First one here. Second one.',
    )
  })

  it('cuts it at a word when the sentence ends too early', () => {
    expect(cut('<p>Yes. And then a very long sentence goes on and on.</p>', 30).markdown).toBe(
      'Yes. And then a very long',
    )
  })

  it('cuts a word that is all there is, never a character', () => {
    expect(cut(`<p>${'🙂'.repeat(10)}</p>`, 5).markdown).toBe('🙂'.repeat(5))
  })

  it('cuts text of other scripts at their stops', () => {
    expect(cut('<p>これは文です。これも文です。もう一つの長い文がここにあります。</p>', 16).markdown).toBe(
      'これは文です。これも文です。',
    )
  })

  it.each([
    ['half of it', 40, 41],
    ['all but a little', 2000, 3999],
  ])('cuts a word that grows by its escapes: %s', (_name, length, maxChars) => {
    const { markdown } = cut(`<p>${'`'.repeat(length)}</p>`, maxChars)
    expect(markdown).toMatch(/^(?:\\`)+$/)
    expect(markdown.length).toBeGreaterThan(maxChars * 0.9)
    expect(markdown.length).toBeLessThanOrEqual(maxChars)
  })

  it('does not cut into links, code or images', () => {
    expect(cut('<p>see <a href="/x">a long link text</a> now</p>', 20).markdown).toBe('see')
    expect(cut('<p>see <code>some longer code</code> now</p>', 12).markdown).toBe('see')
  })

  it('gives the text of a link that is the whole beginning', () => {
    expect(cut('<p><a href="/x">one two three four</a></p>', 12)).toMatchObject({ markdown: 'one two', links: [] })
  })

  it('closes marks that it cuts through', () => {
    expect(cut('<p><b>one two three four</b></p>', 14).markdown).toBe('**one two**')
  })

  it('cuts a paragraph after headings alone', () => {
    expect(cut('<h1>Title</h1><p>one two three four</p>', 18).markdown).toBe('# Title\n\none two')
  })

  it('ends with no heading that has nothing under it', () => {
    expect(cut('<p>one</p><h2>Next</h2><p>two three</p>', 15).markdown).toBe('one')
  })

  it('cuts a title that is too long', () => {
    expect(cut('<h1>one two three</h1>', 10).markdown).toBe('# one two')
  })

  it('cuts inside quotes', () => {
    expect(cut('<blockquote><p>one</p><p>two</p></blockquote>', 8).markdown).toBe('> one')
  })
})
