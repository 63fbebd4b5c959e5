// Weighs the marks of pages by their kinds: a logistic regression with one output by kind.
import { HashTable } from '../src/extract/blocks/hash-table.ts'
import { KIND_WEIGHT_STEPS, type KindTable } from '../src/extract/kind/page-kind.ts'
import { pageKinds } from '../src/extract/kind/page-kinds.ts'

export interface MarkedPage {
  readonly type: string
  readonly fold: number
  readonly marks: ReadonlySet<number>
}

const KINDS = pageKinds.length
const kindNames: readonly string[] = pageKinds

/** Fewer pages teach a mark by heart; what almost all have says nothing. */
const LEAST_PAGES = 12
const MOST_SHARE = 0.9

/** Steps of the descent, how far each goes, what is kept of the last one's direction, and what holds weights near zero. */
const [ROUNDS, REACH, MOMENTUM, RIDGE] = [120, 16, 0.9, 0.03]

export interface MarkWeights {
  readonly marks: readonly number[]
  /** As `KindTable` has them, one row by mark. */
  readonly weights: Int8Array
}

/** Learns from the pages of the folds. */
export function weighMarks(pages: readonly MarkedPage[], folds: ReadonlySet<number>): MarkWeights {
  const used = pages.filter(({ fold }) => folds.has(fold))
  const marks = usefulMarks(used)
  const rows = rowsOf(marks)
  const lessons = used.map(
    ({ type, marks: own }): Lesson => ({
      kind: kindNames.indexOf(type),
      rows: Int32Array.from([...own].filter((mark) => rows.has(mark)).map((mark) => rows.get(mark))),
    }),
  )
  const weights = descend(lessons, marks.length)
  const inSteps = (weight: number): number => Math.max(-127, Math.min(127, Math.round(weight * KIND_WEIGHT_STEPS)))
  return { marks, weights: Int8Array.from(weights, inSteps) }
}

export function kindTableOf({ marks, weights }: MarkWeights): KindTable {
  return { rows: rowsOf(marks), weights }
}

function rowsOf(marks: readonly number[]): HashTable {
  const rows = new HashTable(marks.length)
  for (const [row, mark] of marks.entries()) rows.set(mark, row)
  return rows
}

function usefulMarks(pages: readonly MarkedPage[]): number[] {
  const counts = new Map<number, number>()
  for (const { marks } of pages) for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return [...counts].flatMap(([mark, count]) =>
    count >= LEAST_PAGES && count < MOST_SHARE * pages.length ? [mark] : [],
  )
}

interface Lesson {
  readonly kind: number
  /** Rows of the page's marks. */
  readonly rows: Int32Array
}

/** Gradient descent with momentum over all pages at once. @returns weights by mark and kind */
function descend(lessons: readonly Lesson[], markCount: number): Float64Array {
  const weights = new Float64Array(markCount * KINDS)
  const speed = new Float64Array(markCount * KINDS)
  const bias = new Float64Array(KINDS)
  const biasSpeed = new Float64Array(KINDS)
  const step = REACH / (lessons.length + 4 * RIDGE)
  for (let round = 0; round < ROUNDS; round++) {
    const slope = new Float64Array(weights.length)
    const biasSlope = new Float64Array(KINDS)
    for (const lesson of lessons) addSlopes(lesson, weights, bias, slope, biasSlope)
    move(weights, speed, slope, step, RIDGE)
    move(bias, biasSpeed, biasSlope, step, 0)
  }
  return weights
}

function addSlopes(
  { kind, rows }: Lesson,
  weights: Float64Array,
  bias: Float64Array,
  slope: Float64Array,
  biasSlope: Float64Array,
): void {
  const scale = 1 / Math.sqrt(Math.max(1, rows.length))
  const odds = bias.slice()
  for (const row of rows)
    for (let at = 0; at < KINDS; at++) odds[at] = (odds[at] ?? 0) + (weights[row * KINDS + at] ?? 0) * scale
  const most = Math.max(...odds)
  const parts = odds.map((value) => Math.exp(value - most))
  const sum = parts.reduce((total, part) => total + part, 0)
  const errors = parts.map((part, at) => part / sum - (at === kind ? 1 : 0))
  for (const row of rows)
    for (let at = 0; at < KINDS; at++)
      slope[row * KINDS + at] = (slope[row * KINDS + at] ?? 0) + (errors[at] ?? 0) * scale
  for (let at = 0; at < KINDS; at++) biasSlope[at] = (biasSlope[at] ?? 0) + (errors[at] ?? 0)
}

function move(values: Float64Array, speed: Float64Array, slope: Float64Array, step: number, ridge: number): void {
  for (let at = 0; at < values.length; at++) {
    const pull = (slope[at] ?? 0) + ridge * (values[at] ?? 0)
    speed[at] = MOMENTUM * (speed[at] ?? 0) - step * pull
    values[at] = (values[at] ?? 0) + (speed[at] ?? 0)
  }
}
