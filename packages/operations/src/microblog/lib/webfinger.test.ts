import { OperationError } from '@kiosk/catalog'
import { describe, expect, it } from 'vitest'
import { parseWebfinger } from './webfinger.ts'

const asked = { user: 'ines', host: 'example.test' }
const self = (href: string, type = 'application/activity+json') => ({ rel: 'self', type, href })
const page = { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: 'https://example.test/@ines' }

const codeOf = (body: unknown) => {
  try {
    return parseWebfinger(body, asked)
  } catch (error) {
    return error instanceof OperationError ? error.code : error
  }
}

describe('parseWebfinger', () => {
  it('takes the spelling of the subject', () => {
    const body = { subject: 'acct:Ines@Example.test', links: [page, self('https://example.test/users/Ines')] }
    expect(parseWebfinger(body, asked)).toEqual({
      canonical: { user: 'Ines', host: 'example.test' },
      actor: { host: 'example.test', path: '/users/Ines', query: {} },
    })
  })

  it.each([
    ['the ld+json type', 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"'],
    ['a charset behind the type', 'application/activity+json; charset=utf-8'],
  ])('%s', (_, type) => {
    const body = {
      links: [self('https://example.test/feed', 'application/atom+xml'), self('https://example.test/ines', type)],
    }
    expect(parseWebfinger(body, asked).actor.path).toBe('/ines')
  })

  it('keeps the query of an actor address', () => {
    const body = { links: [self('https://blog.example.test/?author=1')] }
    expect(parseWebfinger(body, asked).actor).toEqual({ host: 'blog.example.test', path: '/', query: { author: '1' } })
  })

  it.each([
    ['the domain of the serving host', 'acct:ines@social.test', 'https://social.test/users/ines', 'social.test'],
    ['a domain above the serving host', 'acct:ines@town.test', 'https://social.town.test/users/ines', 'town.test'],
    ['the domain that was asked', 'acct:ines@example.test', 'https://social.test/users/ines', 'example.test'],
    ['no unrelated domain', 'acct:ines@bank.test', 'https://social.test/users/ines', 'example.test'],
    ['no subject that is an address', 'https://example.test/ines', 'https://social.test/users/ines', 'example.test'],
    ['no subject with a port', 'acct:ines@social.test:22', 'https://social.test/users/ines', 'example.test'],
  ])('accepts %s', (_, subject, href, host) => {
    expect(parseWebfinger({ subject, links: [self(href)] }, asked).canonical).toEqual({ user: 'ines', host })
  })

  it('leaves what an unrelated domain would have to confirm', () => {
    const body = { subject: 'acct:Ines@Bank.test', links: [self('https://social.test/users/ines')] }
    expect(parseWebfinger(body, asked)).toMatchObject({
      canonical: asked,
      claimed: { user: 'Ines', host: 'bank.test' },
    })
  })

  it.each([
    ['no account to follow', { subject: 'acct:ines@example.test', links: [page] }, 'NOT_FOUND'],
    ['a page', undefined, 'UPSTREAM_CHANGED'],
    ['no links', { subject: 'acct:ines@example.test' }, 'UPSTREAM_CHANGED'],
    ['a link to nowhere', { links: [self('/users/ines')] }, 'UPSTREAM_CHANGED'],
    ['a link of another kind', { links: [self('ftp://example.test/ines')] }, 'UPSTREAM_CHANGED'],
    ['a link with a port', { links: [self('https://example.test:22/ines')] }, 'UPSTREAM_CHANGED'],
    ['a link into the house', { links: [self('https://127.0.0.1/users/ines')] }, 'DESTINATION_REFUSED'],
  ])('%s', (_, body, code) => {
    expect(codeOf(body)).toBe(code)
  })
})
