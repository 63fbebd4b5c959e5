import type { LoggedRequest, RequestPage } from '@kiosk/stores'
import { expect, test } from 'vitest'
import { requestCsv } from './requests-csv.ts'

const row: LoggedRequest = {
  requestId: 'req_1',
  organizationId: 'org_1',
  label: 'session',
  keyId: null,
  slug: 'translate-text.get',
  status: 200,
  code: null,
  units: 1,
  cache: 'MISS',
  replayed: false,
  durationMs: 7,
  at: 0,
}

function pages(sizes: readonly number[]) {
  let asked = 0
  const page = (at: number): RequestPage => ({
    requests: Array.from({ length: sizes[at] ?? 0 }, () => row),
    next: at + 1 < sizes.length ? String(at + 1) : null,
  })
  const next = async (cursor: string) => {
    asked += 1
    return page(Number(cursor))
  }
  return { first: page(0), next, asked: () => asked }
}

async function linesOf({ first, next }: ReturnType<typeof pages>): Promise<number> {
  let text = ''
  for await (const part of requestCsv(first, next)) text += part
  expect(text.endsWith('\r\n')).toBe(true)
  return text.split('\r\n').length - 1
}

test.each([
  [[0], 1, 0],
  [[3, 3, 1], 8, 2],
  [Array<number>(50).fill(1000), 50_001, 49],
  [Array<number>(51).fill(1000), 50_001, 49],
  [Array<number>(52).fill(999), 50_001, 50],
])('pages of some rows, at most 50,000 in all, and no page is asked for in vain', async (sizes, lines, asked) => {
  const given = pages(sizes)
  expect(await linesOf(given)).toBe(lines)
  expect(given.asked()).toBe(asked)
})
