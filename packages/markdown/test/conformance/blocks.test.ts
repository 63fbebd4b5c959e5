import { describe } from 'vitest'
import { itConverts } from './convert.ts'

describe('headings', () => {
  itConverts([
    ['levels', '<h1>a</h1><h6>b</h6>', '# a\n\n###### b'],
    ['by role', '<div role="heading" aria-level="3">a</div>', '### a'],
    ['empty ones go', '<h2> </h2><h3><img src="a.png"></h3>a', 'a'],
    ['one line', '<h2>a<br>b</h2>', '## a b'],
    ['bold says nothing in one', '<h2><b>a</b></h2><b><h3>b</h3></b>', '## a\n\n### b'],
    ['anchor after', '<h2>Use<a class="headerlink" href="#use">¶</a></h2>', '## Use'],
    ['anchor before', '<h2><a href="#use" aria-hidden="true" class="anchor"><svg><path/></svg></a>Use</h2>', '## Use'],
    ['anchor with zero-width text', '<h2>Use<a class="hash-link" href="#use">&#8203;</a></h2>', '## Use'],
    ['anchor that names itself', '<h2>Use<a class="subhead" href="#use">#use</a></h2>', '## Use'],
    ['link to itself', '<h2><a href="#use">Use</a></h2>', '## Use'],
    ['edit link', '<h2>Use<span class="mw-editsection">[<a href="/e">edit</a>]</span></h2>', '## Use'],
    ['link elsewhere stays', '<h2><a href="/a">a</a></h2>', '## [a](https://site.test/a)'],
    ['blocks inside', '<h2><div>a</div><div>b</div></h2>', '## a b'],
    ['hash at the end', '<h2>a #</h2><h2>C#</h2>', '## a \\#\n\n## C#'],
    ['button inside', '<h3><button>Question?</button></h3><p>Answer.</p>', '### Question?\n\nAnswer.'],
    ['a number that simple readers would take for an item', '<h2>1. a</h2>', '## 1\\. a'],
    ['unclosed', '<h2>a<h2>b', '## a\n\n## b'],
  ])
})

describe('lists', () => {
  itConverts([
    ['bullets', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['numbers', '<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
    ['start', '<ol start="9"><li>a</li><li>b</li></ol>', '9. a\n10. b'],
    ['start by value', '<ol><li value="4">a</li></ol>', '4. a'],
    ['nonsense start', '<ol start="-3"><li>a</li></ol>', '1. a'],
    ['nested by marker width', '<ol start="10"><li>a<ul><li>b<ul><li>c</ul></ul></ol>', '10. a\n    - b\n      - c'],
    ['items with paragraphs', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', '- a\n\n  b\n\n- c'],
    ['item with code', '<ul><li>a<pre>x\n y</pre></li></ul>', '- a\n\n  ```\n  x\n   y\n  ```'],
    ['item that is code', '<ul><li><pre>x</pre></li></ul>', '- ```\n  x\n  ```'],
    [
      'item with a table',
      '<ul><li><table><tr><th>a</th><th>b</th></tr></table></li></ul>',
      '-\n  | a | b |\n  | --- | --- |',
    ],
    ['item with a heading', '<ul><li><h3>a</h3><p>b</p></li></ul>', '- ### a\n\n  b'],
    ['tight paragraphs', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', '- a\n- b'],
    [
      'tasks',
      '<ul><li><input type="checkbox" checked>a</li><li><input type="checkbox" disabled>b</li></ul>',
      '- [x] a\n- [ ] b',
    ],
    ['list in a list without item', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
    ['list in a list at its head', '<ul><ul><li>b</li></ul></ul>', '- b'],
    ['text in a list', '<ul>x<li>a</li></ul>', '- x\n- a'],
    ['wrapped items', '<ul><div><li>a</li><li>b</li></div></ul>', '- a\n- b'],
    ['items without a list', '<li>a<li>b', '- a\n- b'],
    ['empty items go', '<ul><li></li><li>a</li></ul>', '- a'],
    ['neighbouring lists keep apart', '<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>', '- a\n\n* b\n\n- c'],
    ['neighbouring numbers keep apart', '<ol><li>a</ol><ol><li>b</ol>', '1. a\n\n1) b'],
    ['unclosed items', '<ul><li>a<li>b<p>c<li>d</ul>', '- a\n\n- b\n\n  c\n\n- d'],
    ['rule in an item goes', '<ul><li><hr>a</li></ul>', '- a'],
    ['quote in an item', '<ul><li><blockquote>a</blockquote></li></ul>', '- > a'],
    ['text that looks like an item', '<ul><li>- a</li></ul>', '- \\- a'],
    [
      'terms in one line',
      '<dl><dt>Size</dt><dd>3 m</dd><dt>Colour:</dt><dd>red</dd></dl>',
      '**Size**: 3 m\n\n**Colour:** red',
    ],
    ['terms with blocks', '<dl><dt>a</dt><dd><p>b</p><p>c</p></dd></dl>', '**a**\n\nb\n\nc'],
    ['terms in groups', '<dl><div><dt>a</dt><dd>b</dd></div></dl>', '**a**: b'],
  ])
})

describe('quotes', () => {
  itConverts([
    ['paragraphs', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['nested', '<blockquote>a<blockquote>b</blockquote></blockquote>', '> a\n>\n> > b'],
    ['code inside', '<blockquote><pre>x\n\ny</pre></blockquote>', '> ```\n> x\n>\n> y\n> ```'],
    ['list inside', '<blockquote><ul><li>a<li>b</ul></blockquote>', '> - a\n> - b'],
    ['line break inside', '<blockquote>a<br>b</blockquote>', '> a\\\n> b'],
    ['source', '<blockquote>a<footer>— Ada</footer></blockquote>', '> a\n>\n> — Ada'],
    ['empty ones go', '<blockquote> </blockquote>a', 'a'],
  ])
})

describe('code blocks', () => {
  itConverts([
    ['pre', '<pre>a\n  b\n</pre>', '```\na\n  b\n```'],
    ['language-', '<pre><code class="language-ts">a</code></pre>', '```ts\na\n```'],
    ['lang-', '<pre class="lang-py">a</pre>', '```py\na\n```'],
    ['highlight-source-', '<div class="highlight highlight-source-shell"><pre>a</pre></div>', '```shell\na\n```'],
    ['brush:', '<pre class="brush: java; gutter: true">a</pre>', '```java\na\n```'],
    ['hljs', '<pre><code class="hljs rust">a</code></pre>', '```rust\na\n```'],
    [
      'sourceCode',
      '<div class="sourceCode"><pre class="sourceCode haskell"><code class="sourceCode haskell">a</code></pre></div>',
      '```haskell\na\n```',
    ],
    ['data-lang on code', '<pre><code data-lang="go">a</code></pre>', '```go\na\n```'],
    ['data-language on a wrapper', '<figure data-language="css"><pre>a</pre></figure>', '```css\na\n```'],
    ['no language', '<pre class="language-none"><code class="nohighlight">a</code></pre>', '```\na\n```'],
    [
      'line ends as entities',
      '<blockquote><pre>a&#13;# b&#13;&#10;c</pre></blockquote>',
      '> ```\n> a\n> # b\n> c\n> ```',
    ],
    ['longer fence', '<pre>```\na\n```</pre>', '````\n```\na\n```\n````'],
    ['highlighted', '<pre><code><span class="k">let</span> <span>x</span></code></pre>', '```\nlet x\n```'],
    ['breaks', '<pre>a<br>b</pre>', '```\na\nb\n```'],
    ['line per div', '<pre><code><div>a</div><div></div><div>b</div></code></pre>', '```\na\n\nb\n```'],
    [
      'line per span with line ends',
      '<pre><code><span class="line">a</span>\n<span class="line">b</span></code></pre>',
      '```\na\nb\n```',
    ],
    [
      'line per span without line ends',
      '<pre><code><span class="line"><span class="k">a</span></span><span class="line">b</span></code></pre>',
      '```\na\nb\n```',
    ],
    ['link beside code', '<pre><a class="run" href="/play">Run</a><code>a</code></pre>', '```\na\n```'],
    ['link and text beside code', '<pre><code>a</code>\nsee <a href="/b">b</a></pre>', '```\na\nsee b\n```'],
    ['link in code', '<pre><code><a href="/a">a</a></code></pre>', '```\na\n```'],
    ['link without code', '<pre><a href="/a">a</a> b</pre>', '```\na b\n```'],
    [
      'line numbers in spans',
      '<pre><code><span class="lineno">1 </span>a\n<span class="lineno">2 </span>b</code></pre>',
      '```\na\nb\n```',
    ],
    [
      'gutter cell',
      '<div class="highlight language-rb"><table class="rouge-table"><tr><td class="gutter"><pre class="lineno">1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table></div>',
      '```rb\na\nb\n```',
    ],
    [
      'row per line',
      '<table class="highlight"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">a</td></tr><tr><td class="blob-num"></td><td class="blob-code">  b</td></tr></table>',
      '```\na\n  b\n```',
    ],
    ['copy button', '<div><pre><code>a</code><button class="copy">Copy</button></pre></div>', '```\na\n```'],
    ['copy button beside', '<div><button aria-label="Copy code">Copy</button><pre>a</pre></div>', '```\na\n```'],
    ['blank lines at the ends go', '<pre>\n\n  a\n\n\n</pre>', '```\n  a\n```'],
    ['tabs stay', '<pre>\ta\t\tb</pre>', '```\n\ta\t\tb\n```'],
    ['entities', '<pre>&lt;b&gt; &amp;amp;</pre>', '```\n<b> &amp;\n```'],
    ['several lines in code', '<code>a<br>b</code>', '```\na\nb\n```'],
    ['styled as code', '<div class="code" style="white-space: pre">a\n b</div>', '```\na\n b\n```'],
    ['empty ones go', '<pre>\n</pre>a', 'a'],
    ['drawing inside', '<pre><svg><text>x</text></svg>a</pre>', '```\na\n```'],
  ])
})
