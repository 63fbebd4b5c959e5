// `script/bench [section…]`: figures as ratios of one run. `--write` renews their tables in docs/performance.md.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { measureCalls } from './calls.ts'
import { everySystem, lackOfPages, measureMarkdown } from './markdown/measure.ts'
import { measureRendering } from './render.ts'
import { markdownTable, type Table } from './report.ts'
import { measureStarts } from './start.ts'

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '64' },
    pages: { type: 'string' },
  },
})

interface Section {
  /** What was run, in a sentence. */
  readonly how: string
  /** What this machine lacks for it; null when nothing. */
  lack?(): string | null
  measure(): Promise<readonly Table[]>
}

const [rounds, seconds, connections] = [args.rounds, args.seconds, args.connections].map(Number) as [
  number,
  number,
  number,
]

const sections: Readonly<Record<string, Section>> = {
  calls: {
    how: `wrk -t1 -c${connections}, 193-byte JSON, ${rounds} rounds of ${seconds} s, client and server on the same machine`,
    measure: async () => [await measureCalls({ rounds, seconds, connections })],
  },
  render: {
    how: 'raw protocol on kept pages of one browser (the limit), the renderer, and the gateway over HTTP by turns, 5 rounds of 24 renders',
    measure: async () => [await measureRendering(5, 24)],
  },
  start: {
    how: 'kiosk serve on a data folder that was used before, three times each',
    measure: async () => [await measureStarts()],
  },
  markdown: {
    how: 'the pages of WCXB that nothing was learned from, every system on the same pages',
    lack: () => lackOfPages(args.pages),
    measure: () => measureMarkdown({ pages: args.pages, all: false, systems: everySystem, http: true }),
  },
}

const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`
const wanted = positionals.length === 0 ? Object.keys(sections) : positionals
for (const name of wanted) {
  const section = sections[name]
  if (section === undefined) throw new Error(`no section ${name}; there are ${Object.keys(sections).join(', ')}`)
  process.stderr.write(`bench: ${name}\n`)
  const lack = section.lack?.() ?? null
  if (lack !== null) {
    process.stderr.write(`${lack}\n`)
    continue
  }
  const day = new Date().toISOString().slice(0, 10)
  const tables = (await section.measure()).map(markdownTable)
  const report = [`Measured on ${day}: ${machine}; ${section.how}.`, ...tables].join('\n\n')
  process.stdout.write(`${report}\n\n`)
  if (args.write) await renew(name, report)
}

async function renew(name: string, report: string): Promise<void> {
  const file = new URL('../docs/performance.md', import.meta.url)
  const page = await readFile(file, 'utf8')
  const [begin, end] = [`<!-- bench:${name}:begin -->`, `<!-- bench:${name}:end -->`]
  const [before, after] = [page.indexOf(begin), page.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`docs/performance.md has lost its markers of ${name}`)
  await writeFile(file, `${page.slice(0, before + begin.length)}\n${report}\n${page.slice(after)}`)
}
