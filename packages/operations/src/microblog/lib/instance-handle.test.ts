import { OperationError } from '@kiosk/catalog'
import { expect, it } from 'vitest'
import { instanceHandleOf } from './instance-handle.ts'

const codeOf = (text: string) => {
  try {
    return instanceHandleOf(text)
  } catch (error) {
    return error instanceof OperationError ? error.code : error
  }
}

it.each([
  ['ines@social.test', 'ines', 'social.test'],
  ['@Ines@Social.TEST', 'Ines', 'social.test'],
  ['acct:ines@social.test', 'ines', 'social.test'],
  ['acct:@ines@social.test', 'ines', 'social.test'],
  ['ines@social.test.', 'ines', 'social.test'],
  ['i.n-e_s@münchen.test', 'i.n-e_s', 'xn--mnchen-3ya.test'],
  ['https://social.test/@ines', 'ines', 'social.test'],
  ['social.test/@ines/1234?x=1', 'ines', 'social.test'],
  ['https://social.test/web/@ines', 'ines', 'social.test'],
  ['https://social.test/users/ines', 'ines', 'social.test'],
  ['https://social.test/u/ines', 'ines', 'social.test'],
  ['https://art.test/ines', 'ines', 'art.test'],
  ['https://video.test/a/ines/videos', 'ines', 'video.test'],
  ['https://video.test/c/ines_films', 'ines_films', 'video.test'],
  ['https://books.test/user/ines', 'ines', 'books.test'],
  ['https://hub.test/channel/ines', 'ines', 'hub.test'],
  ['\u2068@ines@social.test\u2069', 'ines', 'social.test'],
  ['https://social.test/@ines@other.test', 'ines', 'other.test'],
  ['https://social.test/deck/@ines@other.test', 'ines', 'other.test'],
])('%s', (text, user, host) => {
  expect(instanceHandleOf(text)).toEqual({ user, host })
})

it.each([
  'ines',
  '@ines',
  'ines@',
  '@@social.test',
  'ines@@social.test',
  'ines@social.test@other.test',
  'ines@social.test:8443',
  'ines@social.test:443',
  'ines@name:word@social.test',
  'ines@social.test/admin',
  'ines@social.test\\admin',
  'ines@social.test?x=1',
  'ines@social.test#x',
  'ines@soc%69al.test',
  'ines@social test',
  'in es@social.test',
  '../etc@social.test',
  '\ud800@social.test',
  'https://social.test/',
  'https://social.test/about',
  'https://social.test/explore/',
  'https://art.test/p/ines/12345',
  'https://social.test/ap/users/117020565966271181',
  'https://social.test:8443/@ines',
  'https://name:word@social.test/@ines',
  'https://social.test/@%E0%A4%A',
  'https://social.test/@ines@other.test:22',
])('%s is no handle', (text) => {
  expect(codeOf(text)).toBe('INVALID_INPUT')
})

it.each([
  'ines@localhost',
  'ines@localhost:3000',
  'ines@db.localhost',
  'ines@db.internal',
  'ines@db.internal:3000',
  'http://printer.local:631/@ines',
  'ines@intranet',
  'ines@127.0.0.1',
  'ines@127.0.0.1:22',
  'ines@0x7f.1',
  'ines@2130706433',
  'ines@１２７.0.0.1',
  'ines@169.254.169.254',
  'ines@8.8.8.8',
  'ines@[::1]',
  'ines@[::ffff:127.0.0.1]',
  'http://127.0.0.1/@ines',
  'https://localhost:3000/@ines',
  'https://social.test/@ines@127.0.0.1',
])('%s is no public host', (text) => {
  expect(codeOf(text)).toBe('DESTINATION_REFUSED')
})
