// Turns of the way to a profile that depend on more than one answer, beside those in the fixtures.
import { OperationError } from '@kiosk/catalog'
import { type Answer, fixtureHttp, testContext } from '@kiosk/testkit'
import { describe, expect, it } from 'vitest'
import { operation } from '../instance-profile.ts'
import { findProfile } from './find-profile.ts'

const asked = { user: 'me', host: 'name.example.test' }
const LOOK_UP = '/api/v1/accounts/lookup?acct=me'
const FINGER = '/.well-known/webfinger?resource=acct%3Ame%40name.example.test'

/** @param answers bodies by address without its scheme, or the code with which the request fails; anything else is a page with 404 */
function find(answers: Readonly<Record<string, object | string>>) {
  const { signal } = new AbortController()
  const http = fixtureHttp({
    provider: operation.provider,
    signal,
    answer: ({ url }): Answer => {
      const body = answers[url.replace('https://', '')]
      if (body === 'UNPROCESSABLE' || body === 'UPSTREAM_ERROR' || body === 'UPSTREAM_UNREACHABLE') {
        throw new OperationError(body, 'no answer that could be read')
      }
      return body === undefined
        ? { status: 404, headers: { 'content-type': 'text/html' }, body: '<p>Nothing here' }
        : { status: 200, headers: {}, body: JSON.stringify(body) }
    },
  })
  return findProfile(testContext({ operation, now: new Date('2026-03-14T09:30:00.000Z'), signal, http }), asked)
}

const finger = (href: string) => ({
  subject: 'acct:me@name.example.test',
  links: [{ rel: 'self', type: 'application/activity+json', href }],
})

describe('a handle that stands for an account with another name', () => {
  it('is not taken for the one that has the name there', async () => {
    const found = await find({
      [`name.example.test${FINGER}`]: finger('https://social.example.test/users/real'),
      [`social.example.test${LOOK_UP}`]: {
        id: '1',
        username: 'me',
        uri: 'https://social.example.test/users/me',
        display_name: 'Somebody else',
      },
      'social.example.test/users/real': {
        id: 'https://social.example.test/users/real',
        type: 'Person',
        preferredUsername: 'real',
        name: 'The right one',
      },
    })
    expect(found).toMatchObject({ displayName: 'The right one', handle: 'real@social.example.test' })
  })

  it.each([
    ['by its address, whatever that looks like', 'ap/users/117020565966271181', 'ap/users/117020565966271181'],
    ['by the name in its address', 'users/Me', 'ap/users/117020565966271181'],
    ['by a name after an at sign', '@me', null],
    ['by a query', '?author=1', '?author=1'],
  ])('is recognized %s', async (_, linked, own) => {
    const found = await find({
      [`name.example.test${FINGER}`]: finger(`https://social.example.test/${linked}`),
      [`social.example.test${LOOK_UP}`]: { id: '7', username: 'me', uri: own && `https://social.example.test/${own}` },
    })
    expect(found).toMatchObject({ id: '7', handle: 'me@name.example.test', instance: expect.any(String) })
  })
})

describe('a subject of another domain', () => {
  const FINGER_THERE = 'town.test/.well-known/webfinger?resource=acct%3AMe%40town.test'
  const elsewhere = (href: string) => ({ ...finger(href), subject: 'acct:Me@town.test' })
  const own = 'https://name.example.test/users/me'
  const here = {
    [`name.example.test${FINGER}`]: elsewhere(own),
    'name.example.test/users/me': { id: own, type: 'Person', preferredUsername: 'Me' },
  }

  it.each([
    ['counts where that domain points at the same actor', { [FINGER_THERE]: elsewhere(own) }, 'Me@town.test'],
    ['does not where it points at another', { [FINGER_THERE]: elsewhere(`${own}2`) }, 'Me@name.example.test'],
    ['does not where it knows of none', {}, 'Me@name.example.test'],
    ['does not where it cannot be reached', { [FINGER_THERE]: 'UPSTREAM_UNREACHABLE' }, 'Me@name.example.test'],
  ])('%s', async (_, there, handle) => {
    expect(await find({ ...here, ...there })).toMatchObject({ handle, instance: 'name.example.test' })
  })
})

describe('a look-up that cannot be read', () => {
  const beyond = {
    [`name.example.test${FINGER}`]: finger('https://name.example.test/users/me'),
    'name.example.test/users/me': {
      id: 'https://name.example.test/users/me',
      type: 'Person',
      preferredUsername: 'me',
    },
  }

  it.each(['UNPROCESSABLE', 'UPSTREAM_ERROR'])('%s: WebFinger is asked all the same', async (code) => {
    const found = await find({ ...beyond, [`name.example.test${LOOK_UP}`]: code })
    expect(found).toMatchObject({ handle: 'me@name.example.test' })
  })

  it('is the end where the host cannot be reached', async () => {
    const answers = { ...beyond, [`name.example.test${LOOK_UP}`]: 'UPSTREAM_UNREACHABLE' }
    await expect(find(answers)).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' })
  })
})
