// Start to ready, and memory at rest, of `kiosk serve` as an operator starts it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Table } from './report.ts'

interface StartResult {
  readonly readySec: number
  readonly residentMb: number
}

const KIOSK = new URL('../packages/server/bin/kiosk', import.meta.url).pathname

/** Start to ready, and memory at rest, by roles. */
export async function measureStarts(): Promise<Table> {
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
  return { header: ['start', 'ready after s', 'at most', 'resident MB at rest', 'at most'], rows }
}

/** One start on a data folder that was used before, measured from the spawn to the first `/readyz` that says ready. */
async function measureStart(role: 'engine' | 'all', rounds: number): Promise<StartResult[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kiosk-bench-'))
  try {
    await startOnce(role, dataDir)
    const results: StartResult[] = []
    for (let round = 0; round < rounds; round += 1) results.push(await startOnce(role, dataDir))
    return results
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

async function startOnce(role: 'engine' | 'all', dataDir: string): Promise<StartResult> {
  const [engine, app] = [await freePort(), await freePort()]
  const begun = performance.now()
  const child = spawn(KIOSK, ['serve', '--role', role], {
    env: { ...process.env, KIOSK_DATA_DIR: dataDir, KIOSK_ENGINE_PORT: `${engine}`, KIOSK_APP_PORT: `${app}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await untilReady(`http://127.0.0.1:${engine}/readyz`)
  if (role === 'all') await untilReady(`http://127.0.0.1:${app}/readyz`)
  const readySec = (performance.now() - begun) / 1000
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const residentMb = residentKb(child.pid) / 1024
  child.kill('SIGTERM')
  await gone
  return { readySec, residentMb }
}

export async function untilReady(url: string): Promise<void> {
  const until = performance.now() + 30_000
  while (performance.now() < until) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${url} did not become ready`)
}

export function residentKb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
