import { describe, expect, it } from 'vitest'
import { parse } from './profile.ts'

const at = new Date('2026-03-14T09:30:00.000Z')
const account = { did: 'did:plc:abc', handle: 'ines.example.test' }

describe('parse', () => {
  it('needs only DID and handle', () => {
    expect(parse(account, at)).toEqual({
      ...account,
      displayName: null,
      description: null,
      avatar: null,
      banner: null,
      indexedAt: null,
      labels: [],
      associated: {},
      postsCount: null,
      followsCount: null,
      followersCount: null,
      fetchedAt: '2026-03-14T09:30:00.000Z',
    })
  })

  it.each([
    ['empty names', { displayName: '', description: '' }, { displayName: null, description: null }],
    [
      'blanks and breaks inside texts',
      { displayName: 'Ines ', description: 'a\n\nb\n' },
      { displayName: 'Ines ', description: 'a\n\nb\n' },
    ],
    [
      'counts of zero',
      { postsCount: 0, followersCount: '12' },
      { postsCount: 0, followersCount: 12, followsCount: null },
    ],
    ['the zero time', { indexedAt: '0001-01-01T00:00:00.000Z' }, { indexedAt: null }],
    ['labels as they are', { labels: [{ val: 'x', neg: true }, null] }, { labels: [{ val: 'x', neg: true }] }],
  ])('%s', (_, facts, expected) => {
    expect(parse({ ...account, ...facts }, at)).toMatchObject(expected)
  })

  it('passes on nothing else', () => {
    const more = { viewer: {}, verification: {}, pinnedPost: {}, createdAt: '2024-01-01T00:00:00Z' }
    expect(parse({ ...account, ...more }, at)).toEqual(parse(account, at))
  })

  it.each([
    ['did', { handle: 'ines.example.test' }],
    ['content', undefined],
    ['handle', { did: 'did:plc:abc' }],
  ])('says that %s is missing', (path, body) => {
    expect(() => parse(body, at)).toThrow(new RegExp(`readable ${path}`))
  })
})
