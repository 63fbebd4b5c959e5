// Each wall in its maker's shape, with an innocent twin that bears some of its marks and must pass.
import { describe, expect, test } from 'vitest'
import { appearanceOf } from '../../src/page/walls/appearance.ts'
import { vendors } from '../../src/page/walls/vendors.ts'
import { WALL_TEXT_CHARS, wallBefore } from '../../src/page/walls/wall.ts'
import { parsePage } from '../../src/tree/parse.ts'
import { botManagers } from './bot-managers.ts'
import { firewalls } from './firewalls.ts'
import { namelessWalls } from './nameless-walls.ts'
import { type Answer, page, SENTENCE } from './shapes.ts'

const rows = [...botManagers, ...firewalls, ...namelessWalls]

function wall({ status = 200, headers = {}, url = 'https://shop.example.test/kites', html }: Answer): string | null {
  return wallBefore(appearanceOf({ status, headers, url }, html, parsePage(html), WALL_TEXT_CHARS))
}

describe.each(rows)('$by', ({ by, walls, innocents }) => {
  test.each(walls.map((answer, index) => [index, answer] as const))('wall %i', (_, answer) => {
    expect(wall(answer)).toBe(by)
  })
  test.each(innocents.map((answer, index) => [index, answer] as const))('innocent %i', (_, answer) => {
    expect(wall(answer)).toBeNull()
  })
})

describe('statuses', () => {
  test.each([
    [403, 'Forbidden', 'refusal (HTTP 403)'],
    [403, '', 'refusal (HTTP 403)'],
    [401, 'Authorization required', 'demand for credentials (HTTP 401)'],
    [407, 'Proxy authentication required', "proxy's demand for credentials (HTTP 407)"],
    [429, 'Too many requests', 'limit on requests (HTTP 429)'],
    [403, SENTENCE.repeat(4), null],
    [401, SENTENCE.repeat(20), null],
    [429, SENTENCE.repeat(20), null],
    [404, 'Not found', null],
    [500, 'Something broke', null],
    [503, 'Back soon', null],
    [200, '', null],
  ])('%i with %j', (status, text, expected) => {
    expect(wall({ status, html: page('', `<p>${text}</p>`) })).toBe(expected)
  })
})

test('every vendor has a wall and an innocent twin', () => {
  const missing = vendors.map(({ by }) => by).filter((by) => !rows.some((row) => row.by === by))
  expect(missing).toEqual([])
  expect(rows.filter(({ walls, innocents }) => walls.length === 0 || innocents.length === 0)).toEqual([])
})
