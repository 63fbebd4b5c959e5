// Learns to tell kinds of pages apart.
import {
  KIND_SCORE_STEPS,
  type KindModel,
  kindFeatureCount,
  type Marks,
  type markPlaces,
} from '../src/extract/kind/page-kind.ts'
import { pageKinds } from '../src/extract/kind/page-kinds.ts'
import type { Forest } from '../src/extract/model/forest.ts'
import { binRows } from './bins.ts'
import { forestOf } from './forest-of.ts'
import { growTrees } from './grow-trees.ts'

export interface MarkedPage {
  readonly type: string
  readonly fold: number
  readonly marks: Marks
}

const kindNames: readonly string[] = pageKinds

const LEAST_PAGES = 12
/** Pages of average kind that are added to every mark. */
const DOUBT = 1
/** Marks whose scores all stay below say nothing. */
const LEAST_SCORE = 0.7

type Tables = KindModel['tables']

/** How much each mark speaks for each kind, over pages of the folds. */
export function learnMarks(pages: readonly MarkedPage[], folds: ReadonlySet<number>): Tables {
  const used = pages.filter(({ fold }) => folds.has(fold))
  const totals = pageKinds.map((kind) => used.filter(({ type }) => type === kind).length)
  const learn = (place: (typeof markPlaces)[number]): Tables['head'] => {
    const counts = new Map<number, number[]>()
    for (const { marks, type } of used)
      for (const mark of marks[place]) {
        const own = counts.get(mark) ?? new Array<number>(pageKinds.length).fill(0)
        const kind = kindNames.indexOf(type)
        own[kind] = (own[kind] ?? 0) + 1
        counts.set(mark, own)
      }
    const scores = new Map<number, Int8Array>()
    for (const [mark, own] of counts) {
      const all = own.reduce((sum, count) => sum + count, 0)
      if (all < LEAST_PAGES) continue
      const odds = own.map((count, kind) => scoreOf(count, all - count, totals[kind] ?? 0, used.length))
      if (odds.some((score) => Math.abs(score) > LEAST_SCORE))
        scores.set(
          mark,
          Int8Array.from(odds, (score) => Math.max(-127, Math.min(127, Math.round(score * KIND_SCORE_STEPS)))),
        )
    }
    return { scores }
  }
  return { head: learn('head'), names: learn('names'), texts: learn('texts') }
}

function scoreOf(own: number, others: number, total: number, pages: number): number {
  const share = total / pages
  return Math.log((own + DOUBT * share) / total) - Math.log((others + DOUBT * (1 - share)) / (pages - total))
}

/** @param rows features of one page each */
export function trainKinds(rows: readonly Float32Array[], types: readonly string[]): Forest[] {
  const features = new Float32Array(rows.length * kindFeatureCount)
  rows.forEach((row, at) => void features.set(row, at * kindFeatureCount))
  const table = binRows(features, kindFeatureCount)
  const growth = {
    trees: 40,
    leaves: 6,
    rate: 0.1,
    columnShare: 0.5,
    rowShare: 0.7,
    leastHessian: 2,
    ridge: 3,
    seed: 11,
  }
  return pageKinds.map((kind) => {
    const labels = Float32Array.from(types, (type) => (type === kind ? 1 : 0))
    const prior = labels.reduce((sum, label) => sum + label, 0) / labels.length
    // The prior stands in the first leaf, so that the forest is complete in itself.
    const start = Math.log(prior / (1 - prior))
    const weights = new Float32Array(rows.length).fill(1)
    const trees = growTrees(table, labels, weights, new Float32Array(rows.length).fill(start), growth)
    return forestOf([{ column: [], threshold: [], left: [], right: [], leaf: [start] }, ...trees])
  })
}
