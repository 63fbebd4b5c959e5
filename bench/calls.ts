// What a call costs, against a bare Fastify echo of the same run.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from './load.ts'
import { median, type Table } from './report.ts'
import { type BenchServer, startServer } from './servers.ts'

export interface LoadShape {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
}

/** As large as a usual request. */
const BODY = JSON.stringify({ name: 'bench', note: 'x'.repeat(128), count: 7, tags: ['one', 'two', 'three'] })

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

async function sample(
  server: BenchServer,
  scenario: Scenario,
  { connections, seconds }: Pick<LoadShape, 'connections' | 'seconds'>,
): Promise<Sample> {
  const before = await server.cpuMicros()
  const result = await load({
    url: server.url + scenario.path,
    headers: headersOf(server, scenario),
    body: BODY,
    connections,
    seconds,
    ...(scenario.freshKeys && { freshKeys: true }),
  })
  const cpuMicros = ((await server.cpuMicros()) - before) / result.requests
  return { perSec: result.perSec, cpuMicros, p50Ms: result.p50Ms, p99Ms: result.p99Ms }
}

export async function measureCalls({ rounds, seconds, connections }: LoadShape): Promise<Table> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kiosk-bench-'))
  const servers = { echo: await startServer('fastify-echo'), engine: await startServer('engine', [dataDir]) }
  const samples = new Map<string, Sample[]>(scenarios.map(({ name }) => [name, []]))
  try {
    for (const scenario of scenarios) {
      await prime(servers[scenario.server], scenario)
      await sample(servers[scenario.server], scenario, { connections, seconds: 1 })
    }
    // Scenarios take turns, so that a noisy minute hits all of them alike.
    for (let round = 1; round <= rounds; round += 1) {
      process.stderr.write(`round ${round} of ${rounds}\n`)
      for (const scenario of scenarios)
        samples.get(scenario.name)?.push(await sample(servers[scenario.server], scenario, { connections, seconds }))
    }
  } finally {
    await servers.echo.stop()
    await servers.engine.stop()
    await rm(dataDir, { recursive: true })
  }
  const echo = samples.get('bare Fastify echo') ?? []
  return {
    header: ['call', 'ratio, median', 'ratio, best', 'floor', 'CPU µs a request', 'CPU ratio', 'p50 ms', 'p99 ms'],
    rows: scenarios.map((scenario) => row(scenario, samples.get(scenario.name) ?? [], echo)),
  }
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
