// Load by wrk: one thread, so that the server has a core to itself.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Load {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** A new Idempotency-Key with every request. */
  readonly freshKeys?: boolean
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly requests: number
  readonly perSec: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Throws when any answer is not 2xx or a connection breaks: such a round measures something else. */
export async function load(options: Load): Promise<LoadResult> {
  const script = new URL('./post.lua', import.meta.url).pathname
  const { stdout } = await run(
    'wrk',
    ['-t1', `-c${options.connections}`, `-d${options.seconds}s`, '--latency', '-s', script, options.url],
    {
      env: {
        ...process.env,
        BENCH_BODY: options.body,
        BENCH_HEADERS: Object.entries(options.headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
        BENCH_FRESH_KEYS: options.freshKeys ? `${Date.now()}` : '',
      },
    },
  )
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk met errors:\n${stdout}`)
  return {
    requests: number(stdout, /(\d+) requests in/),
    perSec: number(stdout, /Requests\/sec:\s+([\d.]+)/),
    p50Ms: duration(stdout, '50%'),
    p99Ms: duration(stdout, '99%'),
  }
}

function number(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`wrk printed no ${pattern}:\n${text}`)
  return Number(found)
}

function duration(text: string, percentile: string): number {
  const found = new RegExp(`${percentile}\\s+([\\d.]+)(us|ms|s)`).exec(text)
  if (!found) throw new Error(`wrk printed no ${percentile}:\n${text}`)
  const factor = { us: 0.001, ms: 1, s: 1000 }[found[2] as 'us' | 'ms' | 's']
  return Number(found[1]) * factor
}
