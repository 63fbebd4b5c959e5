// Reads a folder of recorded answers: groups with an expected.json, exchange files and bare bodies.
import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'

const expectedCase = z.object({
  operation: z.string(),
  input: z.unknown(),
  /** Names of files, in the order in which they answer. */
  recordings: z.array(z.string()),
  expect: z.unknown().optional(),
  error: z.union([z.string(), z.array(z.string())]).optional(),
})

const exchangeFile = z.object({
  request: z.object({ method: z.string(), url: z.url() }),
  response: z.object({
    status: z.int(),
    headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
    body: z.unknown(),
  }),
})

/** One recorded answer; a bare body has no request. */
export interface Recording {
  readonly request: { readonly method: string; readonly url: string } | null
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string | readonly string[]>>
    readonly body: string | Uint8Array
  }
}

export interface RecordedCase {
  /** `group: name` */
  readonly title: string
  readonly operation: string
  readonly input: unknown
  readonly recordings: readonly Recording[]
  readonly expect?: unknown
  /** The code that it fails with, or several of which one will do. */
  readonly error?: string | readonly string[] | undefined
}

/** Cases that can be run, and lines about those that cannot. */
export interface Recorded {
  readonly cases: readonly RecordedCase[]
  readonly leftOut: readonly string[]
}

/** @returns null when there is no such folder */
export async function readRecorded(folder: URL): Promise<Recorded | null> {
  const groups = await readdir(folder).catch(() => null)
  if (groups === null) return null
  const read = await Promise.all(groups.sort().map((group) => readGroup(new URL(`${group}/`, folder), group)))
  return { cases: read.flatMap(({ cases }) => cases), leftOut: read.flatMap(({ leftOut }) => leftOut) }
}

async function readGroup(folder: URL, group: string): Promise<Recorded> {
  const expected: Record<string, unknown> = JSON.parse(await readFile(new URL('expected.json', folder), 'utf8'))
  const statuses = statusesOf(await readFile(new URL('SOURCES.md', folder), 'utf8').catch(() => ''))
  const cases: RecordedCase[] = []
  const leftOut: string[] = []
  for (const [name, value] of Object.entries(expected)) {
    const title = `${group}: ${name}`
    const one = expectedCase.safeParse(value)
    if (!one.success) {
      leftOut.push(`${title}: is no case of one call`)
      continue
    }
    try {
      const files = one.data.recordings.map((file) => readRecording(new URL(file, folder), statuses.get(file)))
      cases.push({ ...one.data, title, recordings: await Promise.all(files) })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      leftOut.push(`${title}: not all of ${one.data.recordings.join(', ')} are there`)
    }
  }
  return { cases, leftOut }
}

/** Status of each file as the table in SOURCES.md gives it: `| file | 404 | …`. */
function statusesOf(sources: string): Map<string, number> {
  const rows = [...sources.matchAll(/^\|\s*([\w.-]+)\s*\|\s*(\d{3})\s*\|/gm)]
  return new Map(rows.map(([, file = '', status]) => [file, Number(status)]))
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  xml: 'text/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

async function readRecording(file: URL, status = 200): Promise<Recording> {
  const bytes = await readFile(file)
  const exchange = exchangeFile.safeParse(parsed(bytes.toString()))
  if (exchange.success) {
    const { request, response } = exchange.data
    const body = typeof response.body === 'string' ? response.body : JSON.stringify(response.body ?? '')
    return { request, response: { ...response, headers: lowerCase(response.headers), body } }
  }
  const type = CONTENT_TYPES[file.pathname.split('.').at(-1) ?? '']
  return {
    request: null,
    response: { status, headers: type === undefined ? {} : { 'content-type': type }, body: bytes },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function lowerCase<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
