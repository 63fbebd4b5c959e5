// The request log as a table file, read page by page while it is sent.
import type { LoggedRequest, RequestPage } from '@kiosk/stores'
import { csvLine } from './csv.ts'

/** Rows of the file at most. */
const MOST_ROWS = 50_000
/** Rows to ask the log for at a time. */
export const CSV_PAGE_ROWS = 1000

const HEAD = 'time,request id,operation,status,code,units,cache,replayed,duration ms,key'.split(',')

/** @param nextPage by the cursor of the page before */
export async function* requestCsv(
  first: RequestPage,
  nextPage: (cursor: string) => Promise<RequestPage>,
): AsyncGenerator<string> {
  yield csvLine(HEAD)
  let left = MOST_ROWS
  for (let page: RequestPage | null = first; page !== null; ) {
    yield page.requests.slice(0, left).map(rowLine).join('')
    left -= page.requests.length
    page = page.next === null || left <= 0 ? null : await nextPage(page.next)
  }
}

function rowLine(row: LoggedRequest): string {
  const { requestId, slug, status, code, units, cache, replayed, durationMs, label } = row
  const time = new Date(row.at).toISOString()
  return csvLine([time, requestId, slug, status, code, units, cache, replayed, durationMs, label])
}
