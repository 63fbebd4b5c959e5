import { describe, expect, it } from 'vitest'
import { convertFull, itConverts } from './convert.ts'

describe('full', () => {
  itConverts(
    [
      ['leaves navigation out', '<nav>menu</nav><div role="navigation">menu</div><p>text</p>', 'text'],
      [
        'leaves navigation out that is longer than the text',
        '<nav><a href="/a">a long menu</a></nav><p>text</p>',
        'text',
      ],
      ['leaves links over the navigation out', '<a href="#main">Skip to content</a><p>text</p>', 'text'],
      ['leaves the footer out', '<p>text</p><footer>imprint</footer><div role="contentinfo">imprint</div>', 'text'],
      ['leaves asides out', '<p>text</p><aside>more</aside><div role="complementary">more</div>', 'text'],
      ['leaves forms and searches out', '<form>Mail: <input></form><div role="search">find</div><p>text</p>', 'text'],
      ['leaves a header without title out', '<header>Site</header><p>text</p>', 'text'],
      ['keeps a header with the title', '<header><nav>menu</nav><h1>Title</h1></header><p>text</p>', '# Title\n\ntext'],
      [
        'keeps the header of an article',
        '<article><header><p>By Ada</p></header><p>text</p></article>',
        'By Ada\n\ntext',
      ],
      ['keeps a callout in content', '<main><p>text</p><aside class="note">Mind.</aside></main>', 'text\n\nMind.'],
      [
        'keeps the source of a quotation',
        '<blockquote>a<footer>Ada</footer></blockquote><p>text</p>',
        '> a\n>\n> Ada\n\ntext',
      ],
      ['keeps a form around the page', '<form><div><h1>Title</h1><p>text</p></div></form>', '# Title\n\ntext'],
      [
        'keeps a page inside an unclosed nav',
        `<nav>menu<main><p>${'text '.repeat(9)}</p></main>`,
        `menu\n\n${'text '.repeat(9).trim()}`,
      ],
      [
        'keeps comments and lists of links',
        '<article>a</article><section id="comments"><p>b</p></section><ul><li><a href="/c">c</a></ul>',
        'a\n\nb\n\n- [c](https://site.test/c)',
      ],
      [
        'leaves cookie notices out',
        '<div id="onetrust-banner-sdk">We use cookies</div><div class="cookie-consent">OK</div><p>text</p>',
        'text',
      ],
      ['keeps text about cookies', '<p class="recipe">Bake the cookies.</p>', 'Bake the cookies.'],
      ['leaves dialogs out', '<dialog>Hi</dialog><div role="dialog">Hello</div><p>text</p>', 'text'],
      ['keeps an open dialog', '<dialog open>Hi</dialog><p>text</p>', 'Hi\n\ntext'],
      [
        'leaves what is hidden out',
        '<p hidden>a</p><p style="display: none">b</p><p aria-hidden="true">c</p><p class="sr-only">d</p><p>text</p>',
        'text',
      ],
      ['keeps what some screens show', '<p class="hidden md:block">a</p><p class="d-none d-lg-flex">b</p>', 'a\n\nb'],
      [
        'keeps the sheets of tabs',
        '<div role="tabpanel" hidden><pre>a</pre></div><div class="tab-pane" style="display:none"><pre>b</pre></div><p>text</p>',
        '```\na\n```\n\n```\nb\n```\n\ntext',
      ],
      [
        'keeps what folds',
        '<details><summary>a</summary>b</details><div class="accordion-body" aria-hidden="true">c</div>',
        '**a**\n\nb\n\nc',
      ],
      [
        'keeps a page that scripts reveal',
        `<div style="visibility:hidden"><p>${'text '.repeat(9)}</p></div><p>Loading</p>`,
        `${'text '.repeat(9).trim()}\n\nLoading`,
      ],
      [
        'keeps a hidden formula',
        '<span class="mwe-math-mathml-inline" style="display: none"><math alttext="x"><mi>x</mi></math></span> text',
        '$x$ text',
      ],
    ],
    convertFull,
  )

  it('is everything when nothing would be left', () => {
    expect(convertFull('<nav>menu</nav>')).toBe('menu')
    expect(convertFull('')).toBe('')
  })
})
