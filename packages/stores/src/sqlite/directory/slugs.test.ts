import { describe, expect, it } from 'vitest'
import { freeSlug, slugOf } from './slugs.ts'

describe('slugOf', () => {
  it.each([
    ['Café Zürich GmbH', 'cafe-zurich-gmbh'],
    ['Łódź & Ærø, Straße 9', 'lodz-aero-strasse-9'],
    ['  --Already-kebab--  ', 'already-kebab'],
    ['東京', 'organization'],
    ['', 'organization'],
    ['ﬁne Ⅷ', 'fine-viii'],
  ])('%s → %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it('is at most 60 characters and does not end in a dash', () => {
    const slug = slugOf(`${'a'.repeat(59)} b`)
    expect(slug).toBe('a'.repeat(59))
  })
})

describe('freeSlug', () => {
  it('takes the next number in few look-ups', () => {
    for (const count of [0, 1, 2, 3, 7, 8, 1_000]) {
      let asked = 0
      const taken = new Set(Array.from({ length: count }, (_, i) => (i === 0 ? 'guest' : `guest-${i + 1}`)))
      const slug = freeSlug('guest', (candidate) => {
        asked += 1
        return taken.has(candidate)
      })
      expect(slug).toBe(count === 0 ? 'guest' : `guest-${count + 1}`)
      expect(asked).toBeLessThan(25)
    }
  })

  it('never takes a number that is used, also where numbers are missing', () => {
    const taken = new Set(['guest', 'guest-2', 'guest-4', 'guest-5'])
    expect(taken.has(freeSlug('guest', (candidate) => taken.has(candidate)))).toBe(false)
  })
})
