// The calls of the demonstration: a month and a bit of working days and weekends, drawn from one seed.
import type { LogRow } from '@kiosk/engine'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Code = NonNullable<LogRow['code']>

interface Habit {
  readonly slug: string
  readonly units: number
  /** Part of all calls. */
  readonly share: number
  /** Part of the calls that the cache answers; null: never cached. */
  readonly hits: number | null
  readonly typicalMs: number
  readonly failures: readonly (readonly [code: Code, status: number, share: number])[]
}

const HABITS: readonly Habit[] = [
  habit('fetch-markdown.post', 3, 0.34, 0.22, 840, [
    ['UPSTREAM_BLOCKED', 502, 0.012],
    ['CLIENT_RENDERED', 422, 0.01],
    ['UPSTREAM_TIMEOUT', 504, 0.006],
  ]),
  habit('currency-convert.get', 1, 0.21, 0.71, 96, [['INVALID_INPUT', 400, 0.012]]),
  habit('encyclopedia-article.get', 1, 0.15, 0.44, 210, [['NOT_FOUND', 404, 0.03]]),
  habit('translate-text.get', 1, 0.11, 0.28, 330, [['UPSTREAM_RATE_LIMITED', 503, 0.05]]),
  habit('screenshot.post', 20, 0.035, 0.08, 2_900, [['TIMEOUT', 504, 0.09]]),
  habit('html-to-pdf.post', 20, 0.028, 0, 1_650, []),
  habit('codehost-repo.get', 1, 0.06, 0.31, 260, []),
  habit('pkgindex-package.get', 1, 0.045, 0.35, 180, [['NOT_FOUND', 404, 0.04]]),
  habit('autocomplete.post', 1, 0.022, 0.2, 150, []),
]

function habit(
  slug: string,
  units: number,
  share: number,
  hits: number | null,
  typicalMs: number,
  failures: Habit['failures'],
): Habit {
  return { slug, units, share, hits, typicalMs, failures }
}

export interface Caller {
  readonly keyId: string | null
  readonly label: string
  /** Part of all calls. */
  readonly share: number
}

export interface TrafficOptions {
  readonly organizationId: string
  readonly callers: readonly Caller[]
  /** Milliseconds since 1970: the last call comes shortly before. */
  readonly until: number
  readonly days: number
}

/** Rows of the request log, oldest first. */
export function demoTraffic({ organizationId, callers, until, days }: TrafficOptions): LogRow[] {
  const random = generator(20261)
  const from = Math.floor(until / DAY_MS - days + 1) * DAY_MS
  const rows: LogRow[] = []
  for (let hour = from; hour < until; hour += HOUR_MS) {
    const count = Math.round(callsOfHour(hour, from) * (0.6 + 0.8 * random()))
    const instants = Array.from({ length: count }, () => hour + random() * HOUR_MS).filter((at) => at < until - 20_000)
    for (const at of instants.sort((a, b) => a - b)) rows.push(call(organizationId, callers, Math.floor(at), random))
  }
  return rows
}

/** Busy by day, a job at three in the night, quiet at the weekend, and slowly more. */
function callsOfHour(at: number, from: number): number {
  const date = new Date(at)
  const hour = date.getUTCHours()
  const isWeekend = date.getUTCDay() % 6 === 0
  const daytime = Math.max(0, Math.sin(((hour - 6) / 14) * Math.PI)) * 8
  const nightly = hour === 3 ? 14 : 0.3
  const growth = 1 + (at - from) / (60 * DAY_MS)
  return (daytime * (isWeekend ? 0.25 : 1) + nightly) * growth
}

function call(organizationId: string, callers: readonly Caller[], at: number, random: () => number): LogRow {
  const { slug, units, hits, typicalMs, failures } = weighted(HABITS, random())
  const caller = weighted(callers, random())
  const shared = {
    requestId: requestId(at, random),
    organizationId,
    label: caller.label,
    keyId: caller.keyId,
    slug,
    at,
  }
  const fault = drawn(failures, random())
  // Long in the tail, as times are.
  const ranMs = Math.round(typicalMs * Math.exp((random() + random() + random() - 1.5) * 0.9))
  if (fault !== undefined) {
    const [code, status] = fault
    const durationMs = status === 400 ? 1 : code === 'TIMEOUT' ? 25_003 : ranMs
    return { ...shared, status, code, units: 0, cache: null, replayed: false, durationMs }
  }
  const isHit = hits !== null && random() < hits
  const cache = hits === null ? null : isHit ? 'HIT' : 'MISS'
  return {
    ...shared,
    status: 200,
    code: null,
    units: isHit ? 0 : units,
    cache,
    replayed: false,
    durationMs: isHit ? 1 : ranMs,
  }
}

function weighted<T extends { readonly share: number }>(all: readonly T[], point: number): T {
  const total = all.reduce((sum, { share }) => sum + share, 0)
  let left = point * total
  for (const one of all) {
    left -= one.share
    if (left < 0) return one
  }
  const last = all.at(-1)
  if (last === undefined) throw new Error('nothing to draw from')
  return last
}

function drawn(failures: Habit['failures'], point: number): Habit['failures'][number] | undefined {
  let left = point
  return failures.find(([, , share]) => {
    left -= share
    return left < 0
  })
}

/** UUIDv7 as the engine makes them, from drawn digits. */
function requestId(at: number, random: () => number): string {
  const hex = (digits: number) => Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')
  const time = at.toString(16).padStart(12, '0')
  return `req_${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(12)}`
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
