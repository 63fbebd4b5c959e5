import { OperationError } from '@kiosk/catalog'
import { expect, it } from 'vitest'
import { actorOf } from './index-actor.ts'

it.each([
  ['wired.com', 'wired.com'],
  ['@Wired.COM', 'wired.com'],
  ['ines', 'ines.bsky.social'],
  ['@Ines', 'ines.bsky.social'],
  ['did:plc:AbC123', 'did:plc:AbC123'],
  ['did:web:example.test', 'did:web:example.test'],
  ['https://bsky.app/profile/Ines.example.test', 'ines.example.test'],
  ['bsky.app/profile/ines.example.test/post/3kxyz?lang=de', 'ines.example.test'],
  ['https://bsky.app/profile/did:plc:abc123/', 'did:plc:abc123'],
  ['https://bsky.app/profile/did%3Aplc%3Aabc123', 'did:plc:abc123'],
  ['at://ines.example.test/app.bsky.feed.post/3kxyz', 'ines.example.test'],
  ['\u2068@ines.example.test\u2069', 'ines.example.test'],
  ['bücher.example.test', 'xn--bcher-kva.example.test'],
])('%s is %s', (text, actor) => {
  expect(actorOf(text)).toBe(actor)
})

it.each([
  'two words',
  'a..b',
  '-a.test',
  'name.1',
  '@',
  'did:plc:',
  'https://example.test/ines',
  'ines@example.test',
  'https://bsky.app/profile/%E0%A4%A',
  '\ud800',
  `${'a'.repeat(64)}.test`,
])('%j is neither a handle nor a DID', (text) => {
  expect(() => actorOf(text)).toThrow(OperationError)
  expect(() => actorOf(text)).toThrow(/^handle: expected/)
})
