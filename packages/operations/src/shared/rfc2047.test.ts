import { expect, test } from 'vitest'
import { decodeEncodedWords } from './rfc2047.ts'

test.each([
  ['plain', 'Ana Example', 'Ana Example'],
  ['quoted', '=?utf-8?q?Ana_Mu=C3=B1oz?= <ana@example.test>', 'Ana Muñoz <ana@example.test>'],
  ['base64', '=?UTF-8?B?QW5hIE11w7Fveg==?=', 'Ana Muñoz'],
  ['another charset', '=?iso-8859-1?Q?Mu=F1oz?=', 'Muñoz'],
  ['with a language', '=?utf-8*es?Q?Mu=C3=B1oz?=', 'Muñoz'],
  ['blanks between two words go', '=?utf-8?q?Mu=C3=B1?=\r\n =?utf-8?q?oz?= Ana', 'Muñoz Ana'],
  ['a character cut in two', '=?utf-8?q?Mu=C3?= =?utf-8?q?=B1oz?=', 'Muñoz'],
  ['a comma inside', '=?utf-8?q?Mu=C3=B1oz=2C_Ana?=', 'Muñoz, Ana'],
  ['a charset nobody knows stays', '=?x-kite?q?Ana?=', '=?x-kite?q?Ana?='],
  ['broken base64 stays', '=?utf-8?b?%%%?=', '=?utf-8?b?%%%?='],
  ['an equals sign without digits stays', '=?utf-8?q?a=zz?=', 'a=zz'],
])('%s', (_, given, expected) => {
  expect(decodeEncodedWords(given)).toBe(expected)
})

test('a long run is decoded in time and without a stack overflow', () => {
  const text = '=?utf-8?q?=61=62?= '.repeat(20_000)
  expect(decodeEncodedWords(text)).toBe(`${'ab'.repeat(20_000)} `)
})
