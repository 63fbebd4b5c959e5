import { OperationError } from '@kiosk/catalog'
import { describe, expect, it } from 'vitest'
import { actorOf, profileOfActor, totalOf } from './actor-document.ts'

const none = { postsCount: null, followsCount: null, followersCount: null }
const actor = { id: 'https://social.test/users/ines', type: 'Person', preferredUsername: 'ines' }
const read = (facts: object) => profileOfActor(actorOf({ ...actor, ...facts }), 'example.test', 'social.test', none)

describe('profileOfActor', () => {
  it('states nothing that the document did not', () => {
    expect(read({})).toEqual({
      id: null,
      actorUri: 'https://social.test/users/ines',
      handle: 'ines@example.test',
      username: 'ines',
      instance: 'social.test',
      url: null,
      displayName: null,
      description: null,
      descriptionHtml: null,
      avatar: null,
      banner: null,
      ...none,
      createdAt: null,
      lastStatusAt: null,
      isLocked: null,
      isBot: false,
      isGroup: false,
      isDiscoverable: null,
      fields: [],
    })
  })

  const png = 'https://social.test/a.png'
  it.each([
    ['a program', { type: 'Service' }, { isBot: true }],
    ['an application', { type: 'Application' }, { isBot: true }],
    ['a group', { type: ['Group', 'schema:Thing'] }, { isGroup: true, isBot: false }],
    ['a picture as an object', { icon: { type: 'Image', url: png } }, { avatar: png }],
    ['a picture as a list', { image: [{ url: 'broken' }, { url: png }] }, { banner: png }],
    ['a picture as text', { icon: png }, { avatar: png }],
    ['a page as a link object', { url: [{ type: 'Link', href: png }] }, { url: png }],
    ['a bio', { summary: '<p>a<br>b</p>' }, { description: 'a\nb', descriptionHtml: '<p>a<br>b</p>' }],
    ['flags', { manuallyApprovesFollowers: true, discoverable: false }, { isLocked: true, isDiscoverable: false }],
    ['a time', { published: '2026-03-01T10:00:00+02:00' }, { createdAt: '2026-03-01T08:00:00.000Z' }],
    [
      'property values, not other attachments',
      {
        attachment: [
          { type: 'PropertyValue', name: 'Web', value: '<b>x</b>' },
          { type: 'IdentityProof', name: 'y' },
        ],
      },
      { fields: [{ name: 'Web', value: 'x', verifiedAt: null }] },
    ],
    [
      'one property value that is no list',
      { attachment: { type: 'PropertyValue', name: 'Web', value: 'x' } },
      { fields: [{ name: 'Web', value: 'x', verifiedAt: null }] },
    ],
  ])('%s', (_, facts, expected) => {
    expect(read(facts)).toMatchObject(expected)
  })
})

describe('actorOf', () => {
  it.each([
    ['a tombstone', { ...actor, type: 'Tombstone' }, 'NOT_FOUND'],
    ['a suspended account', { ...actor, suspended: true }, 'NOT_FOUND'],
    ['a page', undefined, 'UPSTREAM_CHANGED'],
    ['no name', { ...actor, preferredUsername: '' }, 'UPSTREAM_CHANGED'],
    ['no id', { ...actor, id: null }, 'UPSTREAM_CHANGED'],
  ])('%s', (_, body, code) => {
    expect(() => actorOf(body)).toThrow(OperationError)
    expect(() => actorOf(body)).toThrow(expect.objectContaining({ code }))
  })
})

it.each([
  [{ totalItems: 0 }, 0],
  [{ totalItems: '17' }, 17],
  [{ totalItems: -1 }, null],
  [{}, null],
  ['https://social.test/outbox', null],
])('totalOf(%j) is %j', (body, total) => {
  expect(totalOf(body)).toBe(total)
})
