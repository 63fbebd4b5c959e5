// The gateway as an operator starts it, for what is measured through HTTP.
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { freePort, residentKb, untilReady } from './start.ts'

const KIOSK = new URL('../packages/server/bin/kiosk', import.meta.url).pathname
const run = promisify(execFile)

export interface GatewayAnswer {
  readonly status: number
  readonly bytes: Buffer
  readonly ms: number
}

export interface BenchGateway {
  call(slug: string, input: object): Promise<GatewayAnswer>
  /** Resident memory of the process, browser aside. */
  residentMb(): number
  stop(): Promise<void>
}

/** Starts `kiosk serve --role engine` on a data folder of its own, with one organization without a limit.
 * @param env further settings */
export async function startGateway(env: Readonly<Record<string, string>>): Promise<BenchGateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kiosk-bench-'))
  const port = await freePort()
  const settings = { ...process.env, KIOSK_DATA_DIR: dataDir, KIOSK_ENGINE_PORT: `${port}`, ...env }
  const child = spawn(KIOSK, ['serve', '--role', 'engine'], { env: settings, stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await untilReady(`http://127.0.0.1:${port}/readyz`)
  await run(KIOSK, ['admin', 'create-org', '--name', 'Bench', '--plan', 'unlimited'], { env: settings })
  const { stdout } = await run(KIOSK, ['admin', 'create-key', '--org', 'bench', '--name', 'bench'], { env: settings })
  const agent = new Agent({ keepAlive: true })
  const headers = { 'content-type': 'application/json', 'x-api-key': stdout.trim() }
  return {
    async call(slug, input) {
      const begun = performance.now()
      const { status, bytes } = await post(agent, { port, path: `/${slug}`, headers }, JSON.stringify(input))
      return { status, bytes, ms: performance.now() - begun }
    },
    residentMb: () => residentKb(child.pid) / 1024,
    async stop() {
      agent.destroy()
      child.kill('SIGTERM')
      await gone
      await rm(dataDir, { recursive: true })
    },
  }
}

function post(
  agent: Agent,
  target: { port: number; path: string; headers: Record<string, string> },
  body: string,
): Promise<{ status: number; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ agent, host: '127.0.0.1', method: 'POST', ...target }, (response) => {
      buffer(response).then((bytes) => resolve({ status: response.statusCode ?? 0, bytes }), reject)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
