// No page takes longer than its length allows: twice as much of anything may take little more than twice the time.
import { cpuUsage } from 'node:process'
import { describe, expect, it } from 'vitest'
import { convertPage } from '../src/convert.ts'
import { selectFull } from '../src/extract/full.ts'
import { parsePage } from '../src/tree/parse.ts'
import { cutMarkdown, writeMarkdown } from '../src/write/write.ts'

const CHARS = 100_000

/** What a quadratic step would multiply by 16, a linear one by 4. */
const GROWTH = 4
const MOST_GROWTH = 9

/** Too short a time to compare anything with. */
const NOISE_MS = 30

type Piece = readonly [name: string, repeated: string, start?: string, end?: string]

const PIECES: readonly Piece[] = [
  ['open blocks', '<div>'],
  ['open spans', '<b>x'],
  ['crossed spans', '<b>x<i>y</b>z</i>'],
  ['spans around blocks', '<b><div>x</b>'],
  ['spans in one line', '<b>x</b>'],
  ['powers', 'x<sup>1</sup>'],
  ['nested lists', '<ul><li>x'],
  ['nested quotes', '<blockquote>x'],
  ['nested tables', '<table><tr><td>'],
  ['nested links', '<a href=/x><div>'],
  ['cards', '<a href=/x><h3>y</h3></a>'],
  ['items', '<li>x', '<ul>'],
  ['rows', '<tr><td>a<td>b', '<table>'],
  ['cells', '<td>x', '<table><tr>'],
  ['wide cells', '<tr><td colspan=1000>x<td>y', '<table>'],
  ['high cells', '<tr><td rowspan=65000>x<td>', '<table>'],
  ['text between rows', 'x<b>y</b>', '<table>'],
  ['stray ends', '</div></p>'],
  ['attributes', ' a=b', '<p', '>x'],
  ['text', 'lorem ipsum dolor. '],
  ['one word', 'x'],
  ['stars', '*'],
  ['stars and words', '*a '],
  ['stars after addresses', `${'www.'.repeat(480)}<${'*a'.repeat(60)}`],
  ['underscores', '_a'],
  ['backticks', '`'],
  ['brackets', '['],
  ['exclamation marks in bold', '!', '<b>', '</b>a'],
  ['blanks', ' ', '<p>x', 'y'],
  ['breaks', 'x<br>'],
  ['rules', 'x<hr>'],
  ['breaks deep down', 'x<br>', '<blockquote>'.repeat(200)],
  ['lines of code', 'x\n', '<pre>'],
  ['blocks of code', '<pre>x</pre>', '<div>'],
  ['lines of code in blocks', '<div>x</div>', '<pre>'],
  ['code in a line', '<code>x</code>'],
  ['open drawings', '<svg><path/>'],
  ['less-than signs', '<'],
  ['entities', '&amp;'],
  ['a long address', '/x', '<a href="', '">y</a>'],
  ['a long set of sources', 'a 1x,', '<img srcset="', '">'],
  ['a long address of a picture', 'blank', '<img src="', '">'],
  ['class names', 'hidden ', '<div class="', '">x'],
]

const STATE =
  '<div id="app"></div><script src="/app.js"></script><script id="state" type="application/json">{"a":"one two three four five six seven eight '

/** What only the judges of whole pages look at. */
const WHOLE_PAGES: readonly Piece[] = [
  ['signs in noscript', '&lt;', 'x<noscript>', '</noscript>'],
  ['open noscripts', '<noscript ', `x<noscript>${'word '.repeat(100)}</noscript>`],
  ['open tags in a state', '<p ', STATE, '"}</script>'],
  ['addresses in a state', 'http://', STATE, ' ."}</script>'],
  ['escapes that hardly fit', '`'],
]

describe('time grows with length alone', () => {
  it.each(PIECES.map(named))('$name', (piece) => expectLinear(piece, convert))

  it.each(WHOLE_PAGES.map(named))('$name of a whole page', (piece) => expectLinear(piece, convertWhole))
})

function named([name, repeated, start = '', end = '']: Piece) {
  return { name, repeated, start, end }
}

function expectLinear({ repeated, start, end }: ReturnType<typeof named>, run: (html: string) => void): void {
  const page = (chars: number): string => start + repeated.repeat(Math.ceil(chars / repeated.length)) + end
  // Most are done before a comparison would mean anything.
  const long = timeMs(page(CHARS * GROWTH), run)
  expect(long).toBeGreaterThan(0)
  if (long < NOISE_MS * MOST_GROWTH) return
  const short = timeMs(page(CHARS), run)
  expect(Math.min(long, timeMs(page(CHARS * GROWTH), run))).toBeLessThan(Math.max(short, NOISE_MS) * MOST_GROWTH)
}

/** Processor time, which the load of the machine does not stretch as it does the clock's. */
function timeMs(html: string, run: (html: string) => void): number {
  const before = cpuUsage()
  run(html)
  const { user, system } = cpuUsage(before)
  return (user + system) / 1000
}

function convert(html: string): void {
  const page = parsePage(html)
  const options = { baseUrl: 'https://site.test/', includeLinks: true, includeImages: true }
  const { blocks } = writeMarkdown(page, selectFull(page), options)
  cutMarkdown(blocks, Number.POSITIVE_INFINITY)
  cutMarkdown(blocks, 10_000)
}

function convertWhole(html: string): void {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  // All but fits when it is escaped, which is the longest way to find out where to cut.
  const maxChars = html.length * 2 - 1
  const wishes = { mode: 'full', maxChars, includeLinks: true, includeImages: true } as const
  convertPage({ bytes: new TextEncoder().encode(html), status: 200, headers, url: 'https://site.test/' }, wishes)
}
