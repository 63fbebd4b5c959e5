import { describe, expect, it } from 'vitest'
import { createAllowList } from './allow.ts'
import { createAddressPolicy } from './policy.ts'
import { endpointOf, judgeLiteral, judgePort, parseHost, parseTarget } from './target.ts'

const rules = { policy: createAddressPolicy(), allow: createAllowList('127.0.0.1:8080,wiki:8080,10.0.0.5:25') }
const refused = expect.objectContaining({ code: 'DESTINATION_REFUSED' })

function judge(text: string): boolean {
  return judgeLiteral(endpointOf(parseTarget(text)), rules)
}

describe('parseTarget', () => {
  it.each([
    'ftp://site.example.test/',
    'file:///etc/passwd',
    'gopher://site.example.test:70/_x',
    'data:text/html,x',
    'javascript:alert(1)',
    '//site.example.test/',
    '/path',
    '',
    'http://',
    'http://user@site.example.test/',
    'http://user:pass@site.example.test/',
    'http://@site.example.test/',
    'http://site.example.test@127.0.0.1/',
    'http://site.example.test\\@127.0.0.1/',
    'http:\\\\127.0.0.1\\',
    ' http://site.example.test/',
    'http://site.example.test/ x',
    'http://site.example.test/\u0000',
    'http://site.exam\tple.test/',
    'http://site.example.test/\r\nhost: other',
    'http://site.example.test/\u2028',
    'http://[fe80::1%25eth0]/',
    'http://site.example.test:99999/',
    `http://site.example.test/${'a'.repeat(8200)}`,
  ])('refuses %j', (text) => {
    expect(() => parseTarget(text)).toThrow(refused)
  })

  it('drops the fragment and spells the host', () => {
    expect(parseTarget('HTTP://BÜCHER.example.test/a?b=@c#d').href).toBe('http://xn--bcher-kva.example.test/a?b=@c')
  })
})

describe('judgeLiteral', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0x0.0x0.0x1/',
    'http://017700000001/',
    'http://0177.0.0.01/',
    'http://127.1/',
    'http://127.0.1/',
    'http://127.0.0.1./',
    'http://0/',
    'http://１２７.０.０.１/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::FFFF:169.254.169.254]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[fd00:ec2::254]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://100.100.100.200/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://a.localhost/',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://nas.home.arpa/',
    'http://router.lan/',
    'http://intranet/',
    'http://site.example.test./',
    'http://a$b.example.test/',
    'http://wiki:8081/',
    'http://127.0.0.1:8081/',
  ])('refuses %s', (text) => {
    expect(() => judge(text)).toThrow(refused)
  })

  it('knows public addresses, and leaves names to the name service', () => {
    expect(judge('http://8.8.8.8/')).toBe(true)
    expect(judge('http://[::ffff:8.8.8.8]/')).toBe(true)
    expect(judge('https://[2606:4700::1111]/')).toBe(true)
    expect(judge('https://site.example.test/')).toBe(false)
    expect(judge('https://my_shop.example.test/')).toBe(false)
    expect(judge('https://localhost.example.test/')).toBe(false)
  })

  it('passes allowed pairs, whatever their spelling', () => {
    for (const url of [
      'http://127.0.0.1:8080/',
      'http://0x7f.1:8080/',
      'http://[::ffff:127.0.0.1]:8080/',
      'http://WIKI:8080/',
    ]) {
      expect(judge(url)).toBe(true)
    }
  })
})

describe('judgePort', () => {
  it.each([22, 23, 25, 110, 143, 465, 587, 993, 1433, 3306, 3389, 5432, 6379, 11_211, 27_017])('refuses %i', (port) => {
    expect(() => judgePort({ host: '8.8.8.8', port }, rules)).toThrow(refused)
  })

  it('passes usual ports, and any that is allowed', () => {
    for (const port of [80, 443, 8080, 8443, 3000, 3128, 1080]) judgePort({ host: '8.8.8.8', port }, rules)
    judgePort({ host: '10.0.0.5', port: 25 }, rules)
    expect(() => judgePort({ host: '10.0.0.6', port: 25 }, rules)).toThrow(refused)
  })
})

describe('parseHost', () => {
  it.each([
    ['mail.example.test', 'mail.example.test'],
    ['MAIL.example.test', 'mail.example.test'],
    ['0x7f.1', '127.0.0.1'],
    ['::1', '::1'],
    ['[::ffff:10.0.0.1]', '10.0.0.1'],
  ])('%s → %s', (text, host) => {
    expect(parseHost(text, 993)).toEqual({ host, port: 993 })
  })

  it.each(['', 'a b', 'mail.example.test:25', 'user@mail.example.test', 'mail.example.test/x', '[::1]:25', 'a\r\nb'])(
    'refuses %j',
    (text) => {
      expect(() => parseHost(text, 993)).toThrow(refused)
    },
  )
})
