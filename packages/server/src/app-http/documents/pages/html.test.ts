import { expect, test } from 'vitest'
import { html, htmlText, inlineCode } from './html.ts'

test('what is put in is text, whatever it looks like', () => {
  const sly = `"><script>alert('&')</script>`
  expect(htmlText(html`<a href="${sly}">${sly}</a>`)).toBe(
    '<a href="&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</a>',
  )
})

test('HTML of the tag is put in as it is, lists in a row, nothing for null', () => {
  const items = ['a & b', 2].map((item) => html`<li>${item}</li>`)
  expect(htmlText(html`<ul>${items}</ul>${null}${[]}`)).toBe('<ul><li>a &amp; b</li><li>2</li></ul>')
})

test('backslashes of a text stay', () => {
  expect(htmlText(html`<code>${'^\\d{4}$'}</code>`)).toBe('<code>^\\d{4}$</code>')
})

test('an object from outside does not pass for HTML', () => {
  const forged = JSON.parse('{"html":"<b>","Symbol(html)":"<b>"}')
  expect(() => html`${forged}`).toThrow(TypeError)
})

test.each([
  ['send `url` or `html`', 'send <code>url</code> or <code>html</code>'],
  ['`<b>`', '<code>&lt;b&gt;</code>'],
  ['a ` alone', 'a ` alone'],
  ['`a` and ` alone', '<code>a</code> and ` alone'],
  ['', ''],
])('prose %j', (text, expected) => {
  expect(htmlText(inlineCode(text))).toBe(expected)
})
