// Blocks as Markdown text, up to a limit. While it writes it notes every place where the text may end, so that a cut needs no
// second reading of the Markdown.
import type { Block, Cell, CodeBlock, Heading, Inline, List, ListItem, Paragraph, Table } from '../block.ts'
import { countCodePoints } from '../code-points.ts'
import { cutInlines, cutText } from './cut-inlines.ts'
import { escapeLineStarts } from './escape.ts'
import { longestRun, writeInlines } from './inline-writer.ts'
import { isSameKindOfList, ListLayout } from './list-layout.ts'

/** A place where the text may end. */
interface Ending {
  /** Of the parts that stand before it. */
  readonly partCount: number
  /** What closes the open fence. */
  readonly closing: string
}

export interface WrittenText {
  readonly markdown: string
  /** Code points of `markdown`. */
  readonly charCount: number
  readonly truncated: boolean
  /** All inline content of `markdown`, in order. */
  readonly contents: readonly (readonly Inline[])[]
}

/** Containers inside more than this many others are written on the level of the last: indents would outgrow the text. */
const MAX_NESTING = 16

/** Markdown of `blocks` of at most `maxChars` code points; it ends with its last line, without a line end. */
export function writeBlocks(blocks: readonly Block[], maxChars: number): WrittenText {
  const writer = new MarkdownWriter(maxChars)
  writer.blocks(blocks, '')
  return writer.result()
}

class MarkdownWriter {
  readonly #maxChars: number
  readonly #parts: string[] = []
  readonly #contents: { readonly content: readonly Inline[]; readonly partCount: number }[] = []
  #chars = 0
  #isFull = false
  #ending: Ending | null = null
  /** Used when nothing fits after it. */
  #endingAfterHeading: Ending | null = null
  #nesting = 0
  readonly #layout = new ListLayout()

  constructor(maxChars: number) {
    this.#maxChars = maxChars
  }

  result(): WrittenText {
    const ending = this.#isFull
      ? (this.#ending ?? this.#endingAfterHeading ?? { partCount: 0, closing: '' })
      : { partCount: this.#parts.length, closing: '' }
    const markdown = this.#parts.slice(0, ending.partCount).join('') + ending.closing
    return {
      markdown,
      charCount: countCodePoints(markdown),
      truncated: this.#isFull,
      contents: this.#contents.filter(({ partCount }) => partCount <= ending.partCount).map(({ content }) => content),
    }
  }

  /** @param prefix what every line but the first begins with */
  blocks(blocks: readonly Block[], prefix: string, isTight = false): void {
    let alternates = false
    for (let index = 0; index < blocks.length && !this.#isFull; index++) {
      const block = blocks[index]
      const previous = blocks[index - 1]
      if (!block) continue
      if (previous) this.#add(isTight ? `\n${prefix}` : `\n${prefix.trimEnd()}\n${prefix}`)
      // Lists that follow each other would be read as one if their markers were alike.
      alternates = isSameKindOfList(previous, block) && !alternates
      this.#block(block, prefix, alternates)
      if (block.kind !== 'heading') this.#mayEndHere('')
    }
  }

  #block(block: Block, prefix: string, alternates: boolean): void {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        this.#leaf(block, prefix)
        break
      case 'code':
        this.#code(block, prefix)
        break
      case 'quote':
        this.#nesting++
        if (this.#nesting <= MAX_NESTING) this.#add('> ')
        this.blocks(block.blocks, this.#nesting <= MAX_NESTING ? `${prefix}> ` : prefix)
        this.#nesting--
        break
      case 'list':
        this.#list(block, prefix, alternates)
        break
      case 'table':
        this.#table(block, prefix)
        break
      default:
        this.#add('---')
    }
  }

  #leaf(block: Paragraph | Heading, prefix: string): void {
    const write = (content: readonly Inline[]): string =>
      block.kind === 'heading'
        ? `${'#'.repeat(block.level)} ${headingText(content)}`
        : escapeLineStarts(writeInlines(content, 'paragraph')).replaceAll('\n', `\n${prefix}`)
    const text = write(block.content)
    const room = this.#maxChars - this.#chars
    if (this.#ending === null && countCodePoints(text) > room) {
      const cut = cutInlines(block.content, room, write)
      this.#add(cut.text)
      this.#note(cut.content)
      this.#mayEndHere('')
      this.#isFull = true
      return
    }
    this.#add(text)
    this.#note(block.content)
    if (block.kind === 'heading' && this.#chars <= this.#maxChars)
      this.#endingAfterHeading = { partCount: this.#parts.length, closing: '' }
  }

  #code({ language, text }: CodeBlock, prefix: string): void {
    const fence = '`'.repeat(Math.max(3, longestRun(text, /`+/g) + 1))
    const closing = `\n${prefix}${fence}`
    this.#add(`${fence}${language}`)
    for (const line of text.split('\n')) {
      const room = this.#maxChars - this.#chars - closing.length - prefix.length - 1
      if (this.#ending === null && room > 0 && countCodePoints(line) > room) {
        this.#add(`\n${prefix}${cutText(line, room)}`)
        this.#mayEndHere(closing)
        this.#isFull = true
        return
      }
      this.#add(line === '' ? `\n${prefix.trimEnd()}` : `\n${prefix}${line}`)
      if (this.#isFull) return
      if (line.trim() !== '') this.#mayEndHere(closing)
    }
    this.#add(closing)
  }

  #list(list: List, prefix: string, alternates: boolean): void {
    const { start, items } = list
    const isTight = this.#layout.isTight(list)
    this.#nesting++
    for (let index = 0; index < items.length && !this.#isFull; index++) {
      const item = items[index]
      if (!item) continue
      if (index > 0) this.#add(isTight ? `\n${prefix}` : `\n${prefix.trimEnd()}\n${prefix}`)
      this.#item(item, start === null ? null : start + index, prefix, alternates)
      this.#mayEndHere('')
    }
    this.#nesting--
  }

  #item({ task, blocks }: ListItem, number: number | null, prefix: string, alternates: boolean): void {
    const marker = number === null ? (alternates ? '*' : '-') : `${number}${alternates ? ')' : '.'}`
    const inner = this.#nesting > MAX_NESTING ? prefix : prefix + ' '.repeat(marker.length + 1)
    // A table needs lines of its own to be seen as one by simple readers.
    if (blocks[0]?.kind === 'table') this.#add(`${marker}\n${inner}`)
    else this.#add(`${marker} ${task === null ? '' : task ? '[x] ' : '[ ] '}`)
    this.blocks(blocks, inner, this.#layout.isTightItem(blocks))
  }

  #table({ alignments, rows }: Table, prefix: string): void {
    const [header = [], ...body] = rows
    this.#row(header, alignments.length)
    const rule = alignments.map((alignment) => RULES[alignment ?? 'none']).join(' | ')
    this.#add(`\n${prefix}| ${rule} |`)
    if (this.#isFull && this.#ending === null) {
      // Not even the header fits: its text at least.
      this.#discard()
      this.#leaf({ kind: 'paragraph', content: header.flatMap((cell) => [...cell, BLANK]) }, prefix)
      this.#mayEndHere('')
      this.#isFull = true
      return
    }
    for (const row of body) {
      this.#add(`\n${prefix}`)
      this.#row(row, Math.min(alignments.length, row.length))
      if (this.#isFull) return
      this.#mayEndHere('')
    }
  }

  #row(cells: readonly Cell[], count: number): void {
    let line = '|'
    for (let column = 0; column < count; column++) {
      const text = writeInlines(cells[column] ?? [], 'cell')
      line += text === '' ? '  |' : ` ${text} |`
    }
    this.#add(line)
    for (const content of cells) this.#note(content)
  }

  #add(text: string): void {
    this.#parts.push(text)
    this.#chars += countCodePoints(text)
    if (this.#chars > this.#maxChars) this.#isFull = true
  }

  /** Notes that the part written last holds `content`. */
  #note(content: readonly Inline[]): void {
    this.#contents.push({ content, partCount: this.#parts.length })
  }

  #mayEndHere(closing: string): void {
    if (this.#isFull) return
    if (this.#chars + closing.length <= this.#maxChars) this.#ending = { partCount: this.#parts.length, closing }
  }

  /** Takes back all that stands after the last heading. */
  #discard(): void {
    this.#parts.length = this.#endingAfterHeading?.partCount ?? 0
    this.#contents.splice(this.#contents.findIndex(({ partCount }) => partCount > this.#parts.length))
    this.#chars = countCodePoints(this.#parts.join(''))
    this.#isFull = false
    if (this.#parts.length > 0) this.#add('\n\n')
  }
}

const RULES = { none: '---', left: ':---', center: ':---:', right: '---:' } as const
const BLANK: Inline = { kind: 'text', text: ' ' }

function headingText(content: readonly Inline[]): string {
  // A run of `#` at the end would be taken for the closing of the heading, a number at its start by simple readers for an item's.
  return writeInlines(content, 'heading')
    .replace(/(?<=^|\s)#+$/, '\\$&')
    .replace(/^(\d{1,9})(?=[.)]\s)/, '$1\\')
}
