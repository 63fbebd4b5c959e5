// Summaries as tables.
import { median, type Table } from '../report.ts'
import type { HttpFigures } from './measure.ts'
import { CONNECTIONS } from './over-http.ts'
import { quantile, type SystemSummary } from './score.ts'

/** @param summaries by name of system */
export function inProcessTables(summaries: ReadonlyMap<string, SystemSummary>): Table[] {
  const kinds = [...new Set([...summaries.values()].flatMap(({ byKind }) => [...byKind.keys()]))].sort()
  const rows = (cells: (summary: SystemSummary) => readonly string[]): string[][] =>
    [...summaries].map(([name, summary]) => [name, ...cells(summary)])
  const [first] = summaries.values()
  return [
    {
      header: ['system', 'word F1', `of ${first?.withTruth ?? 0} pages with a truth`, 'precision', 'recall'].concat([
        'shingle F1',
        'empty',
        'lost',
        'flooded',
      ]),
      rows: rows((one) => [
        ...[one.f1, one.f1WithTruth, one.precision, one.recall, one.shingleF1].map(share),
        ...[one.empty, one.lost, one.flooded].map(String),
      ]),
    },
    {
      header: ['word F1', ...kinds],
      rows: rows((one) => kinds.map((kind) => share(one.byKind.get(kind) ?? Number.NaN))),
    },
    {
      header: ['structure', 'score', 'heading F1', 'list F1', 'table F1', 'code F1', 'code recall'],
      rows: rows(({ structure: { score, heading, list, table, code } }) =>
        [score, heading.f1, list.f1, table.f1, code.f1, code.recall].map(share),
      ),
    },
    {
      header: ['speed, one thread', 'pages/s', 'p50 ms', 'p95 ms', 'most ms'],
      rows: rows((one) => [one.perSec, one.p50Ms, one.p95Ms, one.maxMs].map((value) => value.toFixed(1))),
    },
  ]
}

/** Least pages/s and most resident MB that are accepted. */
const floors: Readonly<Record<string, string>> = { 'Kiosk, article': '100, 450', 'Kiosk, full': '250, 450' }

/** @param runs by name of system, the yardstick first */
export function httpTable(runs: ReadonlyMap<string, HttpFigures>): Table {
  const [yardstick] = runs.values()
  return {
    header: [
      `over HTTP, ${CONNECTIONS} connections`,
      'pages/s',
      'ratio',
      'p50 ms',
      'p95 ms',
      'most ms',
      'resident MB',
    ].concat(['at least, at most', 'word F1', 'with a truth', 'structure', 'code recall', 'refused']),
    rows: [...runs].map(([name, { run, summary }]) => [
      name,
      run.perSec.toFixed(1),
      (run.perSec / (yardstick?.run.perSec ?? Number.NaN)).toFixed(1),
      ...[median(run.times), quantile(run.times, 0.95), Math.max(...run.times)].map((ms) => ms.toFixed(1)),
      run.residentMb.toFixed(0),
      floors[name] ?? '',
      ...[summary.f1, summary.f1WithTruth, summary.structure.score, summary.structure.code.recall].map(share),
      [...run.refusals].map(([code, count]) => `${count} ${code}`).join(', '),
    ]),
  }
}

function share(value: number): string {
  return value.toFixed(3)
}
