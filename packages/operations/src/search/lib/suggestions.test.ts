import { OperationError } from '@kiosk/catalog'
import { describe, expect, it } from 'vitest'
import { parseSuggestions } from './suggestions.ts'

const codeOf = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return error instanceof OperationError ? error.code : error
  }
}

describe('parseSuggestions', () => {
  const metadata = { 'google:suggestrelevance': [9, '8'], 'google:suggesttype': ['QUERY', 'NAVIGATION'] }
  const full = [
    { text: 'a', kind: 'QUERY', relevance: 9 },
    { text: 'b', kind: 'NAVIGATION', relevance: 8 },
  ]

  it.each([
    ['metadata at index 4', ['q', ['a', 'b'], ['', ''], [], metadata]],
    ['metadata at index 3', ['q', ['a', 'b'], [], metadata]],
    ['metadata before a trailing list', ['q', ['a', 'b'], [], metadata, []]],
    ['the last of several objects', ['q', ['a', 'b'], { 'google:suggesttype': ['X', 'Y'] }, metadata]],
  ])('%s', (_, answer) => {
    expect(parseSuggestions(JSON.stringify(answer), 'chrome')).toEqual(full)
  })

  it('ignores lists of another length, each for itself', () => {
    const lists = { 'google:suggestrelevance': [9], 'google:suggesttype': ['QUERY', 'QUERY'] }
    expect(parseSuggestions(JSON.stringify(['q', ['a', 'b'], [], lists]), 'chrome')).toEqual([
      { text: 'a', kind: 'QUERY' },
      { text: 'b', kind: 'QUERY' },
    ])
  })

  it('has no kind and relevance in the firefox form, even if they are sent', () => {
    expect(parseSuggestions(JSON.stringify(['q', ['a', 'b'], [], metadata]), 'firefox')).toEqual([
      { text: 'a' },
      { text: 'b' },
    ])
  })

  it('does not call an empty answer a page', () => {
    expect(() => parseSuggestions('', 'chrome')).toThrow(/empty answer/)
    expect(() => parseSuggestions('<html>', 'chrome')).toThrow(/page/)
  })

  it.each([
    ['two elements', '["q",["a"]]', [{ text: 'a' }]],
    ['none', '["q",[]]', []],
    ['guard before the array', `)]}'\n["q",["a"]]`, [{ text: 'a' }]],
    ['texts that begin with @ or equal the query', '["q",["@q","q"]]', [{ text: '@q' }, { text: 'q' }]],
    ['broken scores', '["q",["a"],[],{"google:suggestrelevance":["high"]}]', [{ text: 'a' }]],
    ['a captcha page', '<!doctype html><title>Sorry…</title>', 'UPSTREAM_BLOCKED'],
    ['an empty body', ' \n', 'UPSTREAM_BLOCKED'],
    ['a cut body', '["q",["a"', 'UPSTREAM_CHANGED'],
    ['another shape', '{"error":"no"}', 'UPSTREAM_CHANGED'],
    ['an empty array', '[]', 'UPSTREAM_CHANGED'],
    ['texts that are none', '["q",[["a",0]]]', 'UPSTREAM_CHANGED'],
  ])('%s', (_, body, expected) => {
    expect(codeOf(() => parseSuggestions(body, 'chrome'))).toEqual(expected)
  })
})
