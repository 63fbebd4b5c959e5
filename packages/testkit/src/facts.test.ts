import { expect, test } from 'vitest'
import { factsOf, leavesOf } from './facts.ts'
import type { Answer } from './fixture-http.ts'

function said(body: string | Uint8Array): Answer {
  return { status: 200, headers: {}, body }
}

test('leaves have dotted paths; empty lists and objects have none', () => {
  expect([...leavesOf({ a: { b: [1, { c: null }] }, d: [], e: {} })]).toEqual([
    ['a.b.0', 1],
    ['a.b.1.c', null],
  ])
  expect([...leavesOf('text')]).toEqual([['', 'text']])
})

test('a fact is long enough, stands in an answer, and was not asked for', () => {
  const output = {
    name: 'Harbour Town',
    asked: 'harbour',
    made: 'Invented here',
    short: 'fog',
    stars: 1234,
    few: 12,
    flag: true,
    none: null,
    quoted: 'says "ahoy"\nand leaves',
  }
  const body =
    '{"name":"Harbour Town","slug":"harbour","note":"fog","n":1234,"m":12,"q":"says \\"ahoy\\"\\nand leaves"} true null'
  const facts = { name: 'Harbour Town', stars: 1234, quoted: 'says "ahoy"\nand leaves' }
  expect(Object.fromEntries(factsOf(output, [said(''), said(body)], { place: 'harbour' }))).toEqual(facts)
  expect(Object.fromEntries(factsOf(output, [said(new TextEncoder().encode(body))], { place: 'harbour' }))).toEqual(
    facts,
  )
  expect([...factsOf(output, [said('nothing')], {})]).toEqual([])
})
