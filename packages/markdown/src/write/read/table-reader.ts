// Tables: those of data become tables, those that only lay a page out are read as what they hold.
import type { Element } from '../../tree/node.ts'
import { findElement, textContent } from '../../tree/text-content.ts'
import type { Alignment, Block, Cell, Inline } from '../block.ts'
import { isCodeTable, readCodeBlock } from './code-reader.ts'
import type { Reader } from './reader.ts'

interface Row {
  readonly cells: Element[]
  readonly isHeader: boolean
}

export function readTable(reader: Reader, table: Element): void {
  reader.endParagraph()
  const rows = rowsOf(reader, table)
  if (isCodeTable(table, rows[0]?.cells ?? [])) {
    readCodeBlock(reader, table)
    return
  }
  readCaption(reader, table)
  if (isLayout(table, rows)) readAsBlocks(reader, rows)
  else addTable(reader, rows)
}

function rowsOf(reader: Reader, table: Element): Row[] {
  const rows: Row[] = []
  for (const part of table.children) {
    if (part.kind === 'text' || !reader.isKept(part)) continue
    if (part.tag === 'tr') addRow(reader, part, false, rows)
    else if (part.tag === 'thead' || part.tag === 'tbody' || part.tag === 'tfoot')
      for (const row of part.children)
        if (row.kind === 'element' && row.tag === 'tr') addRow(reader, row, part.tag === 'thead', rows)
  }
  return rows
}

function addRow(reader: Reader, row: Element, isInHead: boolean, rows: Row[]): void {
  if (!reader.isKept(row)) return
  const cells = row.children.filter((child) => child.kind === 'element' && (child.tag === 'td' || child.tag === 'th'))
  if (cells.length === 0) return
  const elements = cells.filter((cell) => cell.kind === 'element')
  rows.push({ cells: elements, isHeader: isInHead || elements.every(({ tag }) => tag === 'th') })
}

function readCaption(reader: Reader, table: Element): void {
  for (const child of table.children) if (child.kind === 'element' && child.tag === 'caption') reader.node(child)
  reader.endParagraph()
}

/** Cells of more text than this, when they hold blocks, are parts of a page and no data. */
const MAX_CELL_CHARS = 600
/** A heading that is all of its cell is the head of a column. */
const HEADING = /^h[1-6]$/
const PAGE_PARTS = new Set(['h1', 'h2', 'h3', 'form', 'article', 'section', 'hr'])

function isLayout(table: Element, rows: readonly Row[]): boolean {
  const { role } = table.attributes
  if (role === 'presentation' || role === 'none') return true
  if (rows.every(({ cells }) => cells.length < 2)) return true
  const isMarked =
    rows.some(({ isHeader }) => isHeader) ||
    table.children.some((part) => part.kind === 'element' && part.tag === 'caption')
  if (isMarked) return false
  return rows.some(({ cells }) => cells.some(isPartOfPage))
}

function isPartOfPage(cell: Element): boolean {
  const part = findElement(cell, ({ tag }) => tag === 'table' || PAGE_PARTS.has(tag))
  if (part) return !(HEADING.test(part.tag) && textLength(part) === textLength(cell))
  return (
    findElement(cell, ({ tag }) => tag === 'p' || tag === 'div' || tag === 'br' || tag === 'ul' || tag === 'pre') !==
      null && textLength(cell) > MAX_CELL_CHARS
  )
}

/** White space of the source left out: a page that is indented is no longer for it. */
function textLength(element: Element): number {
  return textContent(element).replace(/\s+/g, ' ').trim().length
}

function readAsBlocks(reader: Reader, rows: readonly Row[]): void {
  for (const { cells } of rows) {
    for (const cell of cells) {
      reader.endParagraph()
      if (reader.isKept(cell)) reader.children(cell)
    }
  }
  reader.endParagraph()
}

interface Placed {
  readonly content: Cell
  readonly alignment: Alignment
}

function addTable(reader: Reader, rows: readonly Row[]): void {
  const grid = placeCells(reader, rows)
  const filled = grid.filter(({ cells }) => cells.some(({ content }) => content.length > 0))
  const headerIndex = filled.findIndex(({ isHeader }) => isHeader)
  // A header further down is a subtitle between rows.
  const body = headerIndex > 0 && headerIndex < 2 ? [filled[headerIndex], ...filled.toSpliced(headerIndex, 1)] : filled
  const columnCount = Math.max(0, ...filled.slice(0, 1000).map(({ cells }) => lastFilled(cells)), widest(filled))
  if (columnCount === 0) return
  const alignments = Array.from({ length: columnCount }, (_, column) => alignmentOf(filled, column))
  reader.add({
    kind: 'table',
    alignments,
    rows: body.map((row) => row?.cells.slice(0, columnCount).map(({ content }) => content) ?? []),
  })
}

function widest(grid: readonly { cells: readonly Placed[] }[]): number {
  return grid.reduce((most, { cells }) => Math.max(most, lastFilled(cells)), 0)
}

function lastFilled(cells: readonly Placed[]): number {
  return cells.findLastIndex(({ content }) => content.length > 0) + 1
}

/** Blank cells that spans may add, for each cell there is: a page may ask for a thousand columns in every row. */
const BLANKS_PER_CELL = 4
const EMPTY: Placed = { content: [], alignment: null }

/** Cells where they stand. What a span covers stays blank: every text appears once, as on the page. */
function placeCells(reader: Reader, rows: readonly Row[]): { isHeader: boolean; cells: Placed[] }[] {
  let blanks = 256 + BLANKS_PER_CELL * rows.reduce((count, { cells }) => count + cells.length, 0)
  /** Rows that a cell above still covers, by column. */
  let covered: number[] = []
  return rows.map(({ cells, isHeader }) => {
    const line: Placed[] = []
    const next: number[] = []
    const skip = (): void => {
      while ((covered[line.length] ?? 0) > 0 && blanks > 0) {
        next[line.length] = (covered[line.length] ?? 0) - 1
        line.push(EMPTY)
        blanks--
      }
    }
    for (const cell of cells) {
      skip()
      const width = spanOf(cell.attributes.colspan, Math.min(blanks, 100))
      const height = spanOf(cell.attributes.rowspan, 65_534)
      const content = reader.isKept(cell) ? cellContent(reader, cell) : []
      for (let column = 0; column < width; column++) {
        if (height > 1) next[line.length] = height - 1
        line.push(column === 0 ? { content, alignment: alignmentStated(cell) } : EMPTY)
      }
      blanks -= width - 1
    }
    skip()
    covered = next
    return { isHeader, cells: line }
  })
}

function spanOf(attribute: string | undefined, most: number): number {
  const span = Number.parseInt(attribute ?? '1', 10)
  return span >= 1 ? Math.max(1, Math.min(span, most)) : 1
}

function cellContent(reader: Reader, cell: Element): Inline[] {
  return inlineOf(reader.nested(() => reader.children(cell)))
}

/** Blocks in a cell, which is one line: parted by breaks, items by their markers. */
function inlineOf(blocks: readonly Block[]): Inline[] {
  const lines = blocks.flatMap(linesOf).filter((line) => line.length > 0)
  return lines.flatMap((line, index) => (index === 0 ? line : [{ kind: 'break' as const }, ...line]))
}

function linesOf(block: Block): Inline[][] {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return [[...block.content]]
    case 'code':
      return block.text.split('\n').map((text) => (text.trim() === '' ? [] : [{ kind: 'code', text: text.trimEnd() }]))
    case 'quote':
      return block.blocks.flatMap(linesOf)
    case 'list':
      return block.items.flatMap(({ blocks }, index) =>
        blocks.flatMap(linesOf).map((line, at): Inline[] => {
          const marker = block.start === null ? '- ' : `${block.start + index}. `
          return at === 0 ? [{ kind: 'text', text: marker }, ...line] : line
        }),
      )
    case 'table':
      return block.rows.map((row) =>
        row.flatMap((cell, index) => (index === 0 ? [...cell] : [{ kind: 'text' as const, text: ' ' }, ...cell])),
      )
    default:
      return []
  }
}

function alignmentStated({ attributes }: Element): Alignment {
  const stated = (/text-align\s*:\s*(\w+)/i.exec(attributes.style ?? '')?.[1] ?? attributes.align ?? '').toLowerCase()
  return stated === 'left' || stated === 'center' || stated === 'right' ? stated : null
}

/** Of a column: what the header says, else the first row below it. */
function alignmentOf(grid: readonly { cells: readonly Placed[] }[], column: number): Alignment {
  return grid[0]?.cells[column]?.alignment ?? grid[1]?.cells[column]?.alignment ?? null
}
