// `script/bench`: every figure as a ratio to a bare Fastify echo of the same run. `--write` renews docs/performance.md.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { load } from './load.ts'
import { type BenchServer, startServer } from './servers.ts'
import { measureStart } from './start.ts'

const { values: args } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '64' },
  },
})
const rounds = Number(args.rounds)
const seconds = Number(args.seconds)
const connections = Number(args.connections)

/** As large as a usual request. */
const BODY = JSON.stringify({ name: 'bench', note: 'x'.repeat(128), count: 7, tags: ['one', 'two', 'three'] })
const BEGIN = '<!-- bench:begin -->'
const END = '<!-- bench:end -->'

interface Scenario {
  readonly name: string
  readonly server: 'echo' | 'engine'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly freshKeys?: boolean
  readonly floor?: number
}

const scenarios: readonly Scenario[] = [
  { name: 'bare Fastify echo', server: 'echo', path: '/echo' },
  { name: 'cached hit', server: 'engine', path: '/bench-cached.get', floor: 0.7 },
  { name: 'billed, fsync before the answer', server: 'engine', path: '/bench-billed.get', floor: 0.4 },
  {
    name: 'idempotent replay',
    server: 'engine',
    path: '/bench-billed.get',
    headers: { 'idempotency-key': randomUUID() },
    floor: 0.55,
  },
  {
    name: 'billed, new Idempotency-Key each',
    server: 'engine',
    path: '/bench-billed.get',
    freshKeys: true,
    floor: 0.25,
  },
]

interface Sample {
  readonly perSec: number
  readonly cpuMicros: number
  readonly p50Ms: number
  readonly p99Ms: number
}

function headersOf(server: BenchServer, scenario: Scenario): Record<string, string> {
  return { 'content-type': 'application/json', 'x-api-key': String(server.facts.key ?? ''), ...scenario.headers }
}

/** One call ahead of the load: what is replayed or cached must be there before 64 ask for it at once. */
async function prime(server: BenchServer, scenario: Scenario): Promise<void> {
  const response = await fetch(server.url + scenario.path, {
    method: 'POST',
    headers: headersOf(server, scenario),
    body: BODY,
  })
  if (!response.ok) throw new Error(`${scenario.name}: ${response.status} ${await response.text()}`)
}

async function sample(server: BenchServer, scenario: Scenario, forSeconds: number): Promise<Sample> {
  const before = await server.cpuMicros()
  const result = await load({
    url: server.url + scenario.path,
    headers: headersOf(server, scenario),
    body: BODY,
    connections,
    seconds: forSeconds,
    ...(scenario.freshKeys && { freshKeys: true }),
  })
  const cpuMicros = ((await server.cpuMicros()) - before) / result.requests
  return { perSec: result.perSec, cpuMicros, p50Ms: result.p50Ms, p99Ms: result.p99Ms }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

async function measureCalls(): Promise<string[][]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kiosk-bench-'))
  const servers = { echo: await startServer('fastify-echo'), engine: await startServer('engine', [dataDir]) }
  const samples = new Map<string, Sample[]>(scenarios.map(({ name }) => [name, []]))
  try {
    for (const scenario of scenarios) {
      await prime(servers[scenario.server], scenario)
      await sample(servers[scenario.server], scenario, 1)
    }
    // Scenarios take turns, so that a noisy minute hits all of them alike.
    for (let round = 1; round <= rounds; round += 1) {
      process.stderr.write(`round ${round} of ${rounds}\n`)
      for (const scenario of scenarios)
        samples.get(scenario.name)?.push(await sample(servers[scenario.server], scenario, seconds))
    }
  } finally {
    await servers.echo.stop()
    await servers.engine.stop()
    await rm(dataDir, { recursive: true })
  }
  const echo = samples.get('bare Fastify echo') ?? []
  return scenarios.map((scenario) => row(scenario, samples.get(scenario.name) ?? [], echo))
}

/** Ratios are taken within each round, then their median. */
function row(scenario: Scenario, own: readonly Sample[], echo: readonly Sample[]): string[] {
  const ratios = own.map((one, round) => one.perSec / (echo[round]?.perSec ?? Number.NaN))
  const cpu = median(own.map((one) => one.cpuMicros))
  return [
    scenario.name,
    median(ratios).toFixed(2),
    Math.max(...ratios).toFixed(2),
    scenario.floor?.toFixed(2) ?? '',
    cpu.toFixed(1),
    (median(echo.map((one) => one.cpuMicros)) / cpu).toFixed(2),
    median(own.map((one) => one.p50Ms)).toFixed(2),
    median(own.map((one) => one.p99Ms)).toFixed(2),
  ]
}

async function measureStarts(): Promise<string[][]> {
  const rows: string[][] = []
  for (const [role, readyFloor, memoryFloor] of [
    ['engine', 1.5, 130],
    ['all', 2.5, 220],
  ] as const) {
    const results = await measureStart(role, 3)
    rows.push([
      `serve --role ${role}`,
      median(results.map((one) => one.readySec)).toFixed(2),
      readyFloor.toFixed(1),
      median(results.map((one) => one.residentMb)).toFixed(0),
      String(memoryFloor),
    ])
  }
  return rows
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const calls = await measureCalls()
const starts = await measureStarts()
const report = [
  `Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, wrk -t1 -c${connections}, ${BODY.length}-byte JSON, ${rounds} rounds of ${seconds} s, client and server on the same machine.`,
  table(['call', 'ratio, median', 'ratio, best', 'floor', 'CPU µs a request', 'CPU ratio', 'p50 ms', 'p99 ms'], calls),
  table(['start', 'ready after s', 'at most', 'resident MB at rest', 'at most'], starts),
].join('\n\n')
process.stdout.write(`${report}\n`)

if (args.write) {
  const file = new URL('../docs/performance.md', import.meta.url)
  const page = await readFile(file, 'utf8')
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (before < 0 || after < before) throw new Error('docs/performance.md has lost its bench markers')
  await writeFile(file, `${page.slice(0, before + BEGIN.length)}\n${report}\n${page.slice(after)}`)
}
