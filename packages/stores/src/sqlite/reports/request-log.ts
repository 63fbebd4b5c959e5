// Pages of the request log, by keyset: a deep page costs what the first one does.
import { DirectoryRefusal } from '../../directory.ts'
import type { LoggedRequest, RequestPage, RequestQuery } from '../../reports.ts'
import type { Statements } from '../database/database.ts'
import type { Row } from '../directory/organization-rows.ts'

const COLUMNS = `id, request_id, organization, label, key_id, slug, status, code, units, cache, replayed, duration_ms, at`

/** Where a page begins: after this row, newest first. */
interface Place {
  readonly at: number
  readonly id: number
}

// A row has the time of the call's end, its id that of the beginning. No operation may run longer than minutes.
const LONGEST_CALL_MS = 3_600_000
const CLOCK_STEP_MS = 60_000

const LATEST: Place = { at: Number.MAX_SAFE_INTEGER, id: 0 }

export function readRequests(statements: Statements, organizationId: string, query: RequestQuery): RequestPage {
  const { sql, values } = select(organizationId, query)
  const rows = statements.of(sql).all(...values, query.limit + 1)
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const hasMore = rows.length > shown.length
  return { requests: shown.map(loggedRequestOf), next: hasMore && last !== undefined ? cursorOf(last) : null }
}

/** Ids of requests begin with their time: the log is read around it, and no call pays for an index of ids.
 * An id without a time is looked for in the whole log. */
export function readRequest(statements: Statements, organizationId: string, requestId: string): LoggedRequest | null {
  const madeAt = timeOf(requestId)
  const [from, to] = madeAt === null ? [0, LATEST.at] : [madeAt - CLOCK_STEP_MS, madeAt + LONGEST_CALL_MS]
  const row = statements
    .of(`SELECT ${COLUMNS} FROM requests INDEXED BY requests_by_organization
         WHERE organization = ? AND at BETWEEN ? AND ? AND request_id = ? LIMIT 1`)
    .get(organizationId, from, to, requestId)
  return row === undefined ? null : loggedRequestOf(row)
}

/** Milliseconds since 1970 of an id that holds a UUIDv7. */
function timeOf(requestId: string): number | null {
  const [, high, low] = /^req_([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(requestId) ?? []
  return high === undefined || low === undefined ? null : Number.parseInt(high + low, 16)
}

/** The statement without its limit. Indexes are named: without statistics the planner may take either. */
function select(organizationId: string, query: RequestQuery) {
  const { slug, keyId, code } = query
  const before = startOf(query)
  const statuses = statusesOf(query.status)
  const onlyFailures = statuses.least >= 400 || code !== undefined
  const index = onlyFailures ? 'requests_failed' : 'requests_by_organization'
  const filters = [
    // Both bounds of a page in one comparison: of two, the planner would seek by one and read its way to the other.
    { clause: 'organization = ? AND (at, id) < (?, ?)', values: [organizationId, before.at, before.id] },
    { clause: 'at >= ?', values: [query.from ?? 0] },
    ...(onlyFailures ? [{ clause: 'status >= 400', values: [] }] : []),
    ...(query.status === undefined
      ? []
      : [{ clause: 'status BETWEEN ? AND ?', values: [statuses.least, statuses.most] }]),
    ...(slug === undefined ? [] : [{ clause: 'slug = ?', values: [slug] }]),
    ...(keyId === undefined ? [] : [{ clause: 'key_id = ?', values: [keyId] }]),
    ...(code === undefined ? [] : [{ clause: 'code = ?', values: [code] }]),
  ]
  const sql = `SELECT ${COLUMNS} FROM requests INDEXED BY ${index}
    WHERE ${filters.map(({ clause }) => clause).join(' AND ')} ORDER BY at DESC, id DESC LIMIT ?`
  return { sql, values: filters.flatMap(({ values }) => values) }
}

function startOf({ cursor, to }: RequestQuery): Place {
  const end = to === undefined ? LATEST : { at: to, id: 0 }
  if (cursor === undefined) return end
  const place = placeOf(cursor)
  return place.at < end.at ? place : end
}

function statusesOf(status: RequestQuery['status']): { readonly least: number; readonly most: number } {
  if (status === undefined) return { least: 0, most: 999 }
  if (typeof status === 'number') return { least: status, most: status }
  return { least: status.class * 100, most: status.class * 100 + 99 }
}

function cursorOf(row: Row): string {
  return `${row.at}-${row.id}`
}

function placeOf(cursor: string): Place {
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? []
  if (at === undefined || id === undefined) {
    throw new DirectoryRefusal(
      'unknown-cursor',
      'This cursor is none of the request log: send `next` of the page before.',
    )
  }
  return { at: Number(at), id: Number(id) }
}

function loggedRequestOf(row: Row): LoggedRequest {
  return {
    requestId: String(row.request_id),
    organizationId: String(row.organization),
    label: String(row.label),
    keyId: row.key_id === null ? null : String(row.key_id),
    slug: String(row.slug),
    status: Number(row.status),
    code: row.code === null ? null : String(row.code),
    units: Number(row.units),
    cache: row.cache === 'HIT' || row.cache === 'MISS' ? row.cache : null,
    replayed: row.replayed === 1,
    durationMs: Number(row.duration_ms),
    at: Number(row.at),
  }
}
