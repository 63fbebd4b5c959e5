import { describe, expect, it } from 'vitest'
import { splitText, translatePieces, withoutBlanks } from './pieces.ts'

const length = (text: string) => text.length
const bytes = (text: string) => new TextEncoder().encode(text).length

describe('splitText', () => {
  it('cuts at the ends of sentences and lines', () => {
    expect(splitText('One two. Three four!\nFive\n\nSix.', 14, length)).toEqual([
      'One two. ',
      'Three four!\n',
      'Five\n\nSix.',
    ])
  })

  it.each([
    ['a short text', 'Hello.', 100],
    ['words of a long sentence', 'word '.repeat(40), 12],
    ['characters of a long word', 'x'.repeat(50), 7],
    ['characters of more than one unit', '🌍'.repeat(20), 10],
    ['blanks', `a${' '.repeat(30)}b`, 8],
    ['scripts without blanks', '日本語の文です。'.repeat(10), 30],
  ])('%s: nothing is lost, nothing too large', (_, text, limit) => {
    const pieces = splitText(text, limit, bytes)
    expect(pieces.join('')).toBe(text)
    expect(pieces.filter((piece) => bytes(piece) > limit)).toEqual([])
    expect(pieces.filter((piece) => /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(piece))).toEqual([])
  })
})

it('withoutBlanks puts back what stood around', () => {
  const { core, restore } = withoutBlanks('\n  Hello \n')
  expect(core).toBe('Hello')
  expect(restore('Bonjour\n')).toBe('\n  Bonjour \n')
})

describe('translatePieces', () => {
  it('keeps the blanks between pieces, the order, and the first language', async () => {
    let running = 0
    let most = 0
    const sent: string[] = []
    const translation = await translatePieces(['a. ', '\n\n', 'b.\n', 'c.'], 2, async (piece) => {
      most = Math.max(most, ++running)
      sent.push(piece)
      await Promise.resolve()
      running--
      return { text: piece.toUpperCase(), source: piece.startsWith('a') ? 'de' : 'en', confidence: 0.5 }
    })
    expect(translation).toEqual({ text: 'A. \n\nB.\nC.', source: 'de', confidence: 0.5 })
    expect(sent).toEqual(['a.', 'b.', 'c.'])
    expect(most).toBe(2)
  })
})
