import { describe, expect, it } from 'vitest'
import { answerKind, besides, bytesOfBase64, columnsOf } from './answer-kind.ts'

const binary = { type: 'object', properties: { data: { type: 'string', contentEncoding: 'base64' } } }
const base64 = btoa

describe('what an answer is', () => {
  it.each([
    ['a PNG', base64('\x89PNG\r\n\x1a\n and more'), { kind: 'image', mediaType: 'image/png' }],
    ['a JPEG', base64('\xff\xd8\xff\xe0 and more'), { kind: 'image', mediaType: 'image/jpeg' }],
    ['a PDF', base64('%PDF-1.7 and more'), { kind: 'pdf', mediaType: 'application/pdf' }],
    ['another file', base64('RIFF and more'), { kind: 'file', mediaType: 'application/octet-stream' }],
  ])('%s', (_, data, expected) => {
    expect(answerKind(binary, { data })).toEqual({ ...expected, field: 'data', base64: data })
  })

  it('never a picture where the schema promises none', () => {
    const plain = { type: 'object', properties: { data: { type: 'string' } } }
    expect(answerKind(plain, { data: base64('\x89PNG\r\n\x1a\n') })).toEqual({ kind: 'tree' })
  })

  it('Markdown', () => {
    expect(answerKind({}, { markdown: '# Hi', links: [{ href: 'x' }] })).toEqual({
      kind: 'markdown',
      field: 'markdown',
      text: '# Hi',
    })
  })

  it('the longest list of objects', () => {
    const answer = { few: [{ a: 1 }], many: [{ b: 1 }, { b: 2 }], words: ['a', 'b', 'c'] }
    expect(answerKind({}, answer)).toEqual({ kind: 'table', field: 'many', rows: answer.many })
  })

  it.each([
    [{ words: ['a'] }],
    [{ none: [] }],
    [{ mixed: [{ a: 1 }, 2] }],
    [[{ a: 1 }]],
    [[[{ a: 1 }]]],
    ['text'],
    [null],
  ])('a tree: %j', (answer) => {
    expect(answerKind({}, answer)).toEqual({ kind: 'tree' })
  })
})

it('gives what stands besides', () => {
  const answer = { rows: [{ a: 1 }], total: 1 }
  expect(besides(answerKind({}, answer), answer)).toEqual({ total: 1 })
  expect(besides({ kind: 'tree' }, answer)).toEqual(answer)
})

it('has a column for every member', () => {
  expect(columnsOf([{ a: 1 }, { b: 2, a: 3 }, {}])).toEqual(['a', 'b'])
})

it('decodes bytes as they were', () => {
  expect([...bytesOfBase64(btoa('\x00\xff\x80'))]).toEqual([0, 255, 128])
})
