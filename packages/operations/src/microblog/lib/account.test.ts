import { describe, expect, it } from 'vitest'
import { accountOf, profileOfAccount } from './account.ts'

const account = { id: '42', username: 'ines', acct: 'ines', note: '' }
const parse = (facts: object) => {
  const found = accountOf({ ...account, ...facts })
  return found && profileOfAccount(found, 'example.test', 'example.test')
}

describe('accountOf', () => {
  it.each([
    ['a page', undefined],
    ['a list', []],
    ['no id', { username: 'ines' }],
    ['no name', { id: '1', username: '' }],
  ])('%s is no account', (_, body) => {
    expect(accountOf(body)).toBeNull()
  })
})

describe('profileOfAccount', () => {
  it('states nothing that the instance did not', () => {
    expect(parse({})).toEqual({
      id: '42',
      actorUri: null,
      handle: 'ines@example.test',
      username: 'ines',
      instance: 'example.test',
      url: null,
      displayName: null,
      description: null,
      descriptionHtml: null,
      avatar: null,
      banner: null,
      postsCount: null,
      followsCount: null,
      followersCount: null,
      createdAt: null,
      lastStatusAt: null,
      isLocked: null,
      isBot: null,
      isGroup: null,
      isDiscoverable: null,
      fields: [],
    })
  })

  it.each([
    ['the domain of a remote account', { acct: 'ines@Other.test' }, { handle: 'ines@other.test' }],
    ['a number as id', { id: 42 }, { id: '42' }],
    ['the host that serves', { uri: 'https://social.test/users/ines' }, { instance: 'social.test' }],
    ['the host of the page', { url: 'https://social.test/@ines' }, { instance: 'social.test' }],
    ['stand-in pictures', { avatar: 'https://a.test/avatars/original/missing.png' }, { avatar: null }],
    ['stand-in banners', { header: 'https://a.test/headers/original/missing.png?1' }, { banner: null }],
    ['an empty bio', { note: '<p></p>' }, { description: null, descriptionHtml: '<p></p>' }],
    ['hidden counts', { followers_count: -1, statuses_count: '7' }, { followersCount: null, postsCount: 7 }],
    ['a time as day of the last post', { last_status_at: '2026-03-01T10:00:00.000Z' }, { lastStatusAt: '2026-03-01' }],
    ['no day', { last_status_at: 'yesterday' }, { lastStatusAt: null }],
    ['a time without a zone', { created_at: '2026-03-01T10:00:00' }, { createdAt: '2026-03-01T10:00:00Z' }],
    ['a time that is none', { created_at: '5' }, { createdAt: null }],
  ])('%s', (_, facts, expected) => {
    expect(parse(facts)).toMatchObject(expected)
  })

  it('reads the values of fields as text', () => {
    const fields = [
      { name: 'Web', value: '<a href="https://ines.test">ines.test</a>', verified_at: '2026-01-02T03:04:05.000+01:00' },
      { name: 'Odd', value: 'a &amp; b' },
      { name: '', value: 'x' },
      'broken',
    ]
    expect(parse({ fields })?.fields).toEqual([
      { name: 'Web', value: 'ines.test', verifiedAt: '2026-01-02T02:04:05.000Z' },
      { name: 'Odd', value: 'a & b', verifiedAt: null },
    ])
  })

  it('does not show a suspended account', () => {
    expect(() => parse({ suspended: true })).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })
})
