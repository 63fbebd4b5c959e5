import { describe, expect, it } from 'vitest'
import { convert, itConverts } from './convert.ts'

describe('paragraphs and white space', () => {
  itConverts([
    ['paragraphs', '<p>One.</p><p>Two.</p>', 'One.\n\nTwo.'],
    ['white space collapses', '<p>  a\n\t b  </p>', 'a b'],
    ['text beside blocks is a paragraph', '<div>before<p>in</p>after</div>', 'before\n\nin\n\nafter'],
    ['line break', 'one<br>two', 'one\\\ntwo'],
    ['line break at the end is nothing', '<p>one<br></p><p>two</p>', 'one\n\ntwo'],
    ['two line breaks part paragraphs', 'one<br><br>two<br> <br/>three', 'one\n\ntwo\n\nthree'],
    ['no-break space is a blank', '<p>10&nbsp;km&nbsp;</p>', '10 km'],
    ['soft hyphens and zero-width blanks go', '<p>Do&shy;nau&#8203;dampf&#xfeff;</p>', 'Donaudampf'],
    ['joiners stay', '<p>👩&zwj;🌾</p>', '👩\u200d🌾'],
    ['centre and font say nothing', '<center><font size=2>Hello</font></center>', 'Hello'],
    [
      'a CDATA section is a comment that ends at the first >',
      '<p>a</p><![CDATA[x]]><p>b</p><![CDATA[<i>c</i>',
      'a\n\nb\n\nc',
    ],
    [
      'CDATA of a script is the script',
      '<p>a</p><script>//<![CDATA[\nif (a > b) c()\n//]]></script><p>b</p>',
      'a\n\nb',
    ],
    ['rule', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
    ['rules at the ends and doubled go', '<hr><p>a</p><hr><hr><p>b</p><hr>', 'a\n\n---\n\nb'],
    [
      'menu entries keep apart',
      '<div><a href="/h">Home</a><a href="/a">About</a></div>',
      '[Home](https://site.test/h) [About](https://site.test/a)',
    ],
    ['buttons keep apart', '<div><button>Yes</button><button>No</button></div>', 'Yes No'],
    [
      'inline blocks keep apart',
      '<span style="display:inline-block">A</span><span style="display: inline-block">B</span>',
      'A B',
    ],
    ['spans do not', '<span>un</span><span>broken</span>', 'unbroken'],
    ['span styled as a block', 'a<span style="display:block">b</span>c', 'a\n\nb\n\nc'],
    ['address', '<address>Ada<br>1 Road</address>', 'Ada\\\n1 Road'],
    ['wbr is nothing', 'super<wbr>cali', 'supercali'],
    ['empty page', '<p> </p><div></div>', ''],
  ])
})

describe('words that touch', () => {
  itConverts([
    [
      'parted by classes',
      '<h2><span class="brand">Alder</span><span class="name">Kite 3</span></h2>',
      '## Alder Kite 3',
    ],
    ['one class, one not', '<b>Ada Birch</b><span class="role">Sail maker</span>', '**Ada Birch** Sail maker'],
    ['a link and a text', '<a href="/n">News</a><span class="who">Ada</span>', '[News](https://site.test/n) Ada'],
    ['a price and the one before', '<i class="now">$19.50</i><i class="was">Was $25</i>', '_$19.50_ _Was $25_'],
    ['a number after a word', '<span class="k">Stove</span><span class="v">2-flame</span>', 'Stove 2-flame'],
    ['nested', '<span class="a"><b>One</b></span><span><i class="b">Two</i></span>', '**One** _Two_'],
    ['one that is empty between', '<span class="a">One</span><i class="icon"></i><span>Two</span>', 'One Two'],
    ['not without a class', '<span>Un</span><span>Believable</span>', 'UnBelievable'],
    ['not within a word', '<span class="a">auto</span><span class="b">matic</span>', 'automatic'],
    ['not letters one by one', '<i class="c">K</i><i class="c">I</i><i class="c">T</i>', '_KIT_'],
    ['not the parts of a price', '<span class="whole">19</span><span class="cents">50</span>', '1950'],
    ['not a first letter', '<span class="dropcap">W</span>Ind', 'WInd'],
    ['not a text beside one', '<span class="mac">Mac</span>Donald', 'MacDonald'],
    ['not an element beside a text', 'Mac<span class="name">Donald</span>', 'MacDonald'],
    [
      'not signs above and below',
      '<span class="n">Acme</span><sup class="s">TM</sup><sub class="s">2</sub>',
      'AcmeTM2',
    ],
  ])
})

describe('emphasis', () => {
  itConverts([
    ['strong and emphasis', '<b>a</b> <strong>b</strong> <i>c</i> <em>d</em>', '**a** **b** _c_ _d_'],
    ['struck out', '<del>a</del> <s>b</s>', '~~a~~ ~~b~~'],
    ['blanks move outside', 'a<b> b </b>c', 'a **b** c'],
    ['empty ones vanish', 'a<b> </b>c <i></i>', 'a c'],
    ['inside a word', 'un<b>believ</b>able', 'un**believ**able'],
    ['emphasis inside a word', 'un<i>believ</i>able', 'un*believ*able'],
    ['text right after', '<b>bold</b>text', '**bold**text'],
    ['punctuation that would block the marks moves out', '<b>Note:</b>text', '**Note**:text'],
    ['punctuation before', 'a<b>(b)</b>c', 'a(**b**)c'],
    ['neighbours of one kind join', '<b>a</b><b>b</b>', '**ab**'],
    ['nested in its like', '<b>a <strong>b</strong> c</b>', '**a b c**'],
    ['nested kinds', '<b>a <i>b</i></b>', '**a _b_**'],
    ['both', '<b><i>a</i></b>', '**_a_**'],
    ['across blocks', '<b><p>a</p><p>b</p></b>', '**a**\n\n**b**'],
    ['across a break', '<b>a<br>b</b>', '**a\\\nb**'],
    ['misnested', '<b>a<i>b</b>c</i>', '**ab**_c_'],
    ['style', '<span style="font-weight: 700">a</span> <span style="font-style:italic">b</span>', '**a** _b_'],
    ['bold that says it is none', '<b style="font-weight:normal">a</b>', 'a'],
    ['CJK neighbours', '<b>「注意」</b>です', '「**注意**」です'],
  ])
})

describe('code in a line', () => {
  itConverts([
    ['code', '<code>x</code>', '`x`'],
    ['with a backtick', '<code>a`b</code>', '``a`b``'],
    ['of a backtick', '<code>`</code>', '`` ` ``'],
    ['no escapes inside', '<code>*a* &lt;b&gt; \\</code>', '`*a* <b> \\`'],
    ['keyboard', '<kbd>Ctrl</kbd>+<kbd>C</kbd>', '`Ctrl`+`C`'],
    ['keys in keys', '<kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>', '`Ctrl+C`'],
    ['neighbours join', '<code>a</code><code>b</code>', '`ab`'],
    ['blanks move outside', 'x<code> a </code>y', 'x `a` y'],
    ['line ends are blanks', '<code>a\n  b</code>', '`a b`'],
    ['link around code', '<a href="/f"><code>f()</code></a>', '[`f()`](https://site.test/f)'],
    ['link inside code', '<code><a href="/f">f()</a></code>', '[`f()`](https://site.test/f)'],
    ['strong code', '<b><code>a</code></b>', '**`a`**'],
  ])
})

describe('small elements', () => {
  itConverts([
    ['subscript', 'H<sub>2</sub>O', 'H2O'],
    ['power', '10<sup>6</sup> m<sup>-2</sup>', '10^6 m^-2'],
    ['ordinal', '1<sup>st</sup>', '1st'],
    ['number of a note', 'fact<sup><a href="#n1">1</a></sup>', 'fact[[1](https://site.test/docs/page#n1)]'],
    ['quotation', '<q>Yes</q>', '“Yes”'],
    ['abbreviation', '<abbr title="World Health Organization">WHO</abbr>', 'WHO'],
    ['mark', 'a <mark>b</mark>', 'a b'],
    ['ruby', '<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>', '漢字(かんじ)'],
    [
      'formula by annotation',
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>',
      '$x^2$',
    ],
    ['formula by alttext', '<math alttext="{\\displaystyle a_1}"><mi>a</mi></math>', '$a_1$'],
    ['formula that looks like a link', '<math alttext="[a](javascript:x)">x</math>', '$[a] (javascript:x)$'],
    ['formula that looks like a tag', '<math alttext="a&lt;b, c&lt;1">x</math>', '$a< b, c<1$'],
    ['formula that would end early', '<math alttext="a$b\\$`c\\">x</math>', '$a\\$b\\$\\lq c$'],
    [
      'second rendering of a formula goes',
      '<span class="katex"><math alttext="y"><mi>y</mi></math><span class="katex-html">y</span></span>',
      '$y$',
    ],
    ['details', '<details><summary>More</summary><p>Text</p></details>', '**More**\n\nText'],
    ['figure', '<figure><img src="a.png" alt="A"><figcaption>Caption</figcaption></figure>', 'Caption'],
    [
      'film',
      '<iframe src="https://films.test/embed/1" title="How to"></iframe>',
      '[How to](https://films.test/embed/1)',
    ],
    ['other frames go', 'a<iframe src="https://ads.test/slot"></iframe>b', 'ab'],
    ['fallback text goes', '<video>No video</video><canvas>No canvas</canvas>x', 'x'],
    ['form fields go', '<select><option>A</select><input value=b><textarea>c</textarea>x', 'x'],
    ['smileys stay', 'Hi <img class="emoji" alt="🙂" src="s.png">', 'Hi 🙂'],
  ])
})

describe('escapes', () => {
  itConverts([
    [
      'signs that mean nothing stay',
      '2 * 3 = 6, snake_case, a_b_c, 5 > 4, #1, C#, ~5 km, x & y',
      '2 * 3 = 6, snake_case, a_b_c, 5 > 4, #1, C#, ~5 km, x & y',
    ],
    ['emphasis', '*a* and **b**', '*a\\* and **b\\*\\*'],
    ['underscores at the edge of a word', '__init__ and _a_', '\\_\\_init\\_\\_ and \\_a\\_'],
    ['heading', '# a', '\\# a'],
    ['item', '- a<br>+ b<br>* c', '\\- a\\\n\\+ b\\\n\\* c'],
    ['number', '1. a<br>2) b<br>1984 was', '1\\. a\\\n2\\) b\\\n1984 was'],
    ['quote', '&gt; a', '\\> a'],
    ['rule', '---', '\\---'],
    ['underline of a heading', 'a<br>===', 'a\\\n\\==='],
    ['fence', '```', '\\`\\`\\`'],
    ['tilde fence', '~~~', '\\~~~'],
    ['tag', '&lt;div> and a < b', '&lt;div> and a < b'],
    ['entity', '&amp;copy; &amp; co', '&amp;copy; & co'],
    ['link', '[a](b) and [c]', '[a\\](b) and [c]'],
    ['definition', '[a]: b', '\\[a]: b'],
    ['definition over two lines', '[a<br>b]: c', '\\[a\\\nb]: c'],
    ['bracket at the end of a text', 'a<br>[b', 'a\\\n[b'],
    ['exclamation mark before a link', 'Wow!<a href="/a">a</a>', 'Wow\\![a](https://site.test/a)'],
    ['backslash', 'C:\\Users and \\* too', 'C:\\Users and \\\\* too'],
    ['backtick', 'a ` b', 'a \\` b'],
    ['struck out', '~~a~~', '~~a\\~\\~'],
    ['bar outside of tables', 'a | b', 'a | b'],
    ['task outside of lists', '[ ] a', '\\[ ] a'],
    ['address keeps its underscores', 'https://site.test/_a_/*b*', 'https://site.test/_a_/*b*'],
  ])

  it('ends no line with a blank', () => {
    expect(convert('<p>a <br> b </p> <ul> <li> c </li></ul>')).toBe('a\\\nb\n\n- c')
  })
})
