// Whatever a page holds: a CommonMark parser finds in the Markdown the text and the structure that the page has, and no other.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePage } from '../src/tree/parse.ts'
import type { Block, Inline, ListItem } from '../src/write/block.ts'
import { cutMarkdown, writeMarkdown } from '../src/write/write.ts'
import { outlineOfBlocks, outlineOfMarkdown, parseMarkdown } from './outline.ts'

const RUNS = { numRuns: 200, seed: 20261121 }

/** Texts that are as awkward as can be; no addresses, which GFM links by itself. */
const word = fc.oneof(
  fc.constantFrom(
    'a',
    'word',
    'Straße',
    '日本',
    '🙂',
    '1.',
    '2)',
    '12',
    '#',
    '##',
    '-',
    '+',
    '=',
    '--',
    '---',
    '===',
    '|',
    '||',
    ':--',
  ),
  fc.constantFrom(
    '*',
    '**',
    '***',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '``',
    '[',
    ']',
    '](',
    '(x)',
    '[x]',
    '[ ]',
    '![',
    '!',
    '\\',
    '\\\\',
    '<',
    '<b>',
    '>',
    '&',
    '&amp;',
  ),
  fc.constantFrom(
    '*a*',
    '_a_',
    'a_b',
    'a*b',
    '(a)',
    '“a”',
    '[a]:',
    '[a](b)',
    '<!--',
    '</p>',
    '&#42;',
    '$',
    '.',
    ',',
    '…',
    '$a$',
  ),
)
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', '')), { minLength: 1, maxLength: 6 })
  .map((words) =>
    words
      .map(([one, blank]) => one + blank)
      .join('')
      .trim(),
  )
  .filter((words) => words !== '')

/** Pieces as the reader of pages makes them: no text beside text, no span in its like, no blanks at the edges of spans. */
const html = fc.letrec<{ inline: string; inlines: string; block: string; item: string; blocks: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3 },
    text.map(escapeHtml),
    text.map((words) => ` ${escapeHtml(words)} `),
    text.map((words) => `<code>${escapeHtml(words)}</code>`),
    fc.constant('<br>'),
    fc
      .tuple(fc.constantFrom('b', 'i', 's', 'span', 'sup'), tie('inlines'))
      .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    tie('inlines').map((inner) => `<a href="/x(y">${inner}</a>`),
    text.map((words) => `<img src="/i.png" alt="${escapeHtml(words)}">`),
  ),
  inlines: fc.array(tie('inline'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
  block: fc.oneof(
    { maxDepth: 3 },
    tie('inlines').map((inner) => `<p>${inner}</p>`),
    tie('inlines').map((inner) => inner),
    fc.tuple(fc.integer({ min: 1, max: 6 }), tie('inlines')).map(([level, inner]) => `<h${level}>${inner}</h${level}>`),
    fc.array(text, { minLength: 1, maxLength: 3 }).map((lines) => `<pre>${lines.map(escapeHtml).join('\n')}</pre>`),
    fc
      .tuple(fc.constantFrom('ul', 'ol', 'ol start=9'), fc.array(tie('item'), { minLength: 1, maxLength: 3 }))
      .map(([tag, items]) => `<${tag}>${items.join('')}</${tag.slice(0, 2)}>`),
    tie('blocks').map((inner) => `<blockquote>${inner}</blockquote>`),
    fc
      .array(fc.array(tie('inlines'), { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map(
        (rows) =>
          `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<th>${cell}</th>`).join('')}</tr>`).join('')}</table>`,
      ),
    fc.constant('<hr>'),
  ),
  item: tie('blocks').map((inner) => `<li>${inner}</li>`),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join('')),
})).blocks

function escapeHtml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function write(page: string) {
  return writeMarkdown(parsePage(page), null, {
    baseUrl: 'https://site.test/',
    includeLinks: true,
    includeImages: true,
  })
}

describe('written Markdown', () => {
  it('reads as the blocks that it was made of', () => {
    fc.assert(
      fc.property(html, (page) => {
        const { blocks, markdown } = write(page)
        expect(outlineOfMarkdown(markdown)).toEqual(outlineOfBlocks(blocks).map(withSafeAddresses))
      }),
      RUNS,
    )
  })

  it('marks no text that the page does not mark', () => {
    fc.assert(
      fc.property(html, (page) => {
        const { blocks, markdown } = write(page)
        const written = marksOf(parseMarkdown(markdown))
        const meant = blocks.flatMap(marksOfBlock).join('')
        for (const marked of written) expect(meant).toContain(marked)
      }),
      RUNS,
    )
  })

  it('has no blanks at line ends, no piles of empty lines and no line end at its own', () => {
    fc.assert(
      fc.property(html, (page) => {
        const { markdown } = write(page.replace(/<pre>.*?<\/pre>/gs, ''))
        expect(markdown).not.toMatch(/[ \t]$/m)
        expect(markdown).not.toMatch(/\n\n\n|^\n|\n$/)
      }),
      RUNS,
    )
  })
})

describe('cut Markdown', () => {
  it('is at most as long as asked for, and reads as a beginning of the whole', () => {
    fc.assert(
      fc.property(html, fc.integer({ min: 1, max: 200 }), (page, maxChars) => {
        const { blocks, markdown } = write(page)
        const cut = cutMarkdown(blocks, maxChars)
        expect([...cut.markdown].length).toBe(cut.charCount)
        expect(cut.charCount).toBeLessThanOrEqual(maxChars)
        expect(cut.truncated).toBe([...markdown].length > maxChars)
        if (!cut.truncated) expect(cut.markdown).toBe(markdown)
        expect(cut.markdown).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
        const [whole, part] = [letters(markdown), letters(cut.markdown)]
        expect(whole.startsWith(part) || part.length < 20).toBe(true)
      }),
      RUNS,
    )
  })
})

/** Letters and digits that a reader sees. */
function letters(markdown: string): string {
  return wordsOf(parseMarkdown(markdown))
}

/** Parentheses that do not pair are written as escapes of the URL. */
function withSafeAddresses(line: string): string {
  return line.replaceAll('/x(y', '/x%28y')
}

type Tree = {
  readonly type: string
  readonly children?: readonly Tree[]
  readonly value?: string
  readonly alt?: string | null | undefined
}

/** Letters of every marked span. */
function marksOf(tree: Tree): string[] {
  const own = tree.type === 'strong' || tree.type === 'emphasis' ? [wordsOf(tree)] : []
  return [...own, ...(tree.children ?? []).flatMap(marksOf)].filter((words) => words !== '')
}

function wordsOf({ type, children, value, alt }: Tree): string {
  if (type === 'html') return ''
  if (alt) return alt.replace(/[^\p{L}\p{N}]/gu, '')
  return value !== undefined ? value.replace(/[^\p{L}\p{N}]/gu, '') : (children ?? []).map(wordsOf).join('')
}

function marksOfBlock(block: Block): string[] {
  if ('content' in block) return block.content.flatMap(marksOfPiece)
  if (block.kind === 'quote') return block.blocks.flatMap(marksOfBlock)
  if (block.kind === 'list') return block.items.flatMap((item: ListItem) => item.blocks.flatMap(marksOfBlock))
  return block.kind === 'table' ? block.rows.flat(2).flatMap(marksOfPiece) : []
}

function marksOfPiece(piece: Inline): string[] {
  if (!('children' in piece)) return []
  if (piece.kind === 'strong' || piece.kind === 'emphasis') return [`${lettersOf(piece)} `]
  return piece.children.flatMap(marksOfPiece)
}

function lettersOf(piece: Inline): string {
  if ('children' in piece) return piece.children.map(lettersOf).join('')
  if (piece.kind === 'image') return piece.alt.replace(/[^\p{L}\p{N}]/gu, '')
  return 'text' in piece ? piece.text.replace(/[^\p{L}\p{N}]/gu, '') : ''
}
