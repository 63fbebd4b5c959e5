// What a tree of JSON shows in one line.
import { formatCount } from '../../data/format.ts'

/** Longer strings are cut in the tree; the raw view has them whole. */
const SHOWN_CHARACTERS = 300

export interface ScalarText {
  readonly text: string
  readonly kind: 'string' | 'number' | 'boolean' | 'null'
  /** Characters that are not shown. */
  readonly hidden: number
}

export function scalarText(value: unknown): ScalarText {
  if (typeof value === 'number') return { text: String(value), kind: 'number', hidden: 0 }
  if (typeof value === 'boolean') return { text: String(value), kind: 'boolean', hidden: 0 }
  if (typeof value !== 'string') return { text: 'null', kind: 'null', hidden: 0 }
  const shown = value.slice(0, SHOWN_CHARACTERS)
  return { text: JSON.stringify(shown), kind: 'string', hidden: value.length - shown.length }
}

/** `3 items`, `1 field` */
export function sizeText(value: object): string {
  return Array.isArray(value) ? formatCount(value.length, 'item') : formatCount(Object.keys(value).length, 'field')
}

/** What stands in a cell of a table: scalars as they are, the rest as JSON, cut. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

/** Longer answers are shown in part; copying takes them whole. */
const RAW_CHARACTERS = 100_000

export function rawText(value: unknown): { all: string; shown: string; hidden: number } {
  const all = JSON.stringify(value, null, 2)
  const shown = all.slice(0, RAW_CHARACTERS)
  return { all, shown, hidden: all.length - shown.length }
}
