import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { defineProvider, Secret, secret } from '@kiosk/catalog'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  ConfigError,
  type Environment,
  readBaseUrl,
  readConfig,
  readSettings,
  settingsTable,
  version,
  withPorts,
} from '../src/config.ts'
import { temporaryFolder } from './command-lines.ts'

const books = defineProvider({
  name: 'books',
  title: 'Books',
  upstreams: { main: 'https://books.example.test', coverArt: null },
  hosts: 'own',
  settings: {
    token: {
      variable: 'KIOSK_BOOKS_TOKEN',
      schema: secret(z.string().regex(/^\S+$/, 'expected a token without blanks')),
      says: 'Token of the library.',
    },
    shelves: {
      variable: 'KIOSK_BOOKS_SHELVES',
      schema: z.string().transform((text) => text.split('\n')),
      says: 'Shelves, one a line.',
      file: true,
      sandbox: 'first',
    },
  },
})

const read = (env: Environment, options = {}) => readConfig(env, [books], options)

function problems(env: Environment): readonly string[] {
  try {
    read(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('without any variable', () => {
  const { config, warnings } = read({})

  test('every default of the contract holds', () => {
    expect(config).toMatchObject({
      engineHost: '127.0.0.1',
      enginePort: 8080,
      appPort: 8081,
      baseUrl: 'http://127.0.0.1:8080',
      engineUrl: 'http://127.0.0.1:8080',
      appUrl: 'http://127.0.0.1:8081',
      dataDir: resolve('data'),
      defaultPlan: 'free',
      signup: 'open',
      guestKeys: true,
      providersDisabled: [],
      logLevel: 'info',
      trustProxy: false,
      egressAllow: '',
      idempotencyTtlSec: 86_400,
      secret: null,
      metricsToken: null,
      userAgent: `kiosk/${version}`,
      upstreams: {},
      providerSettings: {},
    })
    expect(warnings).toEqual([])
  })

  test('there are the five plans, and guests have public operations only', () => {
    expect([...config.plans.values()]).toEqual([
      { name: 'guest', units: 200, ratePerSec: 2, publicOnly: true },
      { name: 'free', units: 1_000, ratePerSec: 5, publicOnly: false },
      { name: 'team', units: 50_000, ratePerSec: 25, publicOnly: false },
      { name: 'business', units: 1_000_000, ratePerSec: 100, publicOnly: false },
      { name: 'unlimited', units: null, ratePerSec: null, publicOnly: false },
    ])
  })
})

describe('malformed values', () => {
  const malformed: [variable: string, value: string, expected: RegExp][] = [
    ['KIOSK_ENGINE_HOST', 'http://a', /an IP address or a host name/],
    ['KIOSK_ENGINE_PORT', '80a', /a port number from 0 to 65535/],
    ['KIOSK_ENGINE_PORT', '65536', /a port number from 0 to 65535/],
    ['KIOSK_APP_HOST', '127.0.0.256', /an IP address or a host name/],
    ['KIOSK_APP_PORT', '-1', /a port number/],
    ['KIOSK_BASE_URL', 'kiosk.example.test', /an http or https URL/],
    ['KIOSK_APP_URL', 'https://a.example.test/?x=1', /an http or https URL/],
    ['KIOSK_APP_URL', 'https://hunter2@a.example.test', /an http or https URL without user/],
    ['KIOSK_ENGINE_URL', 'https://u:hunter2@a.example.test', /an http or https URL without user/],
    ['KIOSK_DATA_DIR', 'a\0b', /a path/],
    ['KIOSK_DATABASE_URL', 'mysql://u:hunter2@db', /a postgres:\/\/ URL/],
    ['KIOSK_REDIS_URL', 'http://:hunter2@redis', /a redis:\/\/ or rediss:\/\/ URL/],
    ['KIOSK_SECRET', 'hunter2', /at least 16 characters/],
    ['KIOSK_SECRET_PREVIOUS', 'hunter2', /KIOSK_SECRET/],
    ['KIOSK_PLANS', '{hunter2', /JSON/],
    ['KIOSK_PLANS', '{"team":{"units":-1}}', /at team\.units/],
    ['KIOSK_PLANS', '{"team":{"unit":1}}', /at team/],
    ['KIOSK_PLANS', '{"team":{"ratePerSec":0}}', /at team\.ratePerSec/],
    ['KIOSK_PLANS', '{"A plan":{}}', /names are lower-case words/],
    ['KIOSK_PLANS', '@/nowhere/plans.json', /a readable file after the @.*ENOENT/],
    ['KIOSK_DEFAULT_PLAN', 'fre', /one of the plans guest, free/],
    ['KIOSK_SIGNUP', 'maybe', /open, invite or closed/],
    ['KIOSK_GUEST_KEYS', 'maybe', /on or off/],
    ['KIOSK_MAIL_URL', 'https://u:hunter2@mail.example.test', /a URL such as smtps:\/\//],
    ['KIOSK_MAIL_URL', 'smtp://', /a URL such as smtps:\/\//],
    ['KIOSK_MAIL_FROM', 'hunter2', /an e-mail address, alone or behind a name/],
    ['KIOSK_MAIL_FROM', 'a@example.test, b@example.test', /an e-mail address, alone or behind a name/],
    ['KIOSK_MAIL_FROM', 'Kiosk\r\nBcc: x <a@example.test>', /an e-mail address, alone or behind a name/],
    ['KIOSK_PROVIDERS_DISABLED', 'books,boks', /not known: boks$/],
    ['KIOSK_METRICS_TOKEN', 'hunter2 hunter2', /a token of visible ASCII/],
    ['KIOSK_LOG_LEVEL', 'loud', /info, debug, trace or silent/],
    ['KIOSK_TRUST_PROXY', '10.0.0.0/33', /off, the number of reverse proxies/],
    ['KIOSK_TRUST_PROXY', 'everyone', /off, the number of reverse proxies/],
    ['KIOSK_BROWSER_URL', 'ftp://browser', /ws, wss, http or https URLs, separated by commas/],
    ['KIOSK_BROWSER_URL', 'ws://a.example.test,http://u:hunter2@', /ws, wss, http or https URLs, separated by commas/],
    ['KIOSK_PROXY_DATACENTER', 'socks4://u:hunter2@p:1', /an http, https or socks5 URL/],
    ['KIOSK_PROXY_RESIDENTIAL', 'p:1', /an http, https or socks5 URL/],
    ['KIOSK_EGRESS_ALLOW', '127.0.0.1', /host:port pairs/],
    ['KIOSK_EGRESS_ALLOW', '::1:80', /host:port pairs/],
    ['KIOSK_EGRESS_ALLOW', '127.1:80', /host:port pairs/],
    ['KIOSK_EGRESS_ALLOW', '127.0.0.1:0', /host:port pairs/],
    ['KIOSK_EGRESS_ALLOW', 'http://a:80', /host:port pairs/],
    ['KIOSK_IDEMPOTENCY_TTL_SEC', '1.5', /whole seconds/],
    ['KIOSK_IDEMPOTENCY_TTL_SEC', '0', /whole seconds/],
    ['KIOSK_USER_AGENT', 'a\nb', /printable ASCII/],
    ['KIOSK_API_KEY', 'hun ter2', /an API key/],
    ['KIOSK_UPSTREAM_BOOKS', 'ftp://u:hunter2@a', /an http or https URL/],
    ['KIOSK_UPSTREAM_BOOKS_COVER_ART', 'x', /an http or https URL/],
    ['KIOSK_BOOKS_TOKEN', 'hunter2 x', /a token without blanks/],
    ['KIOSK_BOOKS_SHELVES', '@/nowhere', /a readable file/],
  ]

  test.each(malformed)('%s=%j is refused by name', (variable, value, expected) => {
    const found = problems({ [variable]: value })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(new RegExp(`^${variable}: expected `))
    expect(found[0]).toMatch(expected)
    expect(found[0]).not.toContain('hunter2')
  })

  test('all of them are told at once', () => {
    const env = { KIOSK_ENGINE_PORT: 'x', KIOSK_SIGNUP: 'y', KIOSK_UPSTREAM_BOOKS: 'z' }
    expect(problems(env).map((line) => line.split(':')[0])).toEqual(Object.keys(env))
  })
})

describe('addresses', () => {
  test.each([
    ['0.0.0.0', 'http://127.0.0.1:9000'],
    ['::', 'http://[::1]:9000'],
    ['::1', 'http://[::1]:9000'],
    ['10.1.2.3', 'http://10.1.2.3:9000'],
    ['gateway.example.test', 'http://gateway.example.test:9000'],
  ])('engine on %s is reached at %s', (KIOSK_ENGINE_HOST, address) => {
    const env = { KIOSK_ENGINE_HOST, KIOSK_ENGINE_PORT: '9000' }
    const { baseUrl, engineUrl } = read(env).config
    expect({ baseUrl, engineUrl, client: readBaseUrl(env) }).toEqual({
      baseUrl: address,
      engineUrl: address,
      client: address,
    })
  })

  test('what is set is kept, without the last slash, also when the real ports are known', () => {
    const env = { KIOSK_BASE_URL: 'https://kiosk.example.test/api/', KIOSK_ENGINE_PORT: '0', KIOSK_APP_PORT: '0' }
    const config = withPorts(read(env).config, { engine: 4001, app: 4002 })
    expect(config).toMatchObject({
      baseUrl: 'https://kiosk.example.test/api',
      engineUrl: 'http://127.0.0.1:4001',
      appUrl: 'http://127.0.0.1:4002',
      enginePort: 4001,
      appPort: 4002,
    })
  })

  test('a public app is the contact in the user agent', () => {
    const { userAgent } = read({ KIOSK_APP_URL: 'https://kiosk.example.test' }).config
    expect(userAgent).toBe(`kiosk/${version} (+https://kiosk.example.test)`)
  })
})

describe('values', () => {
  test('empty variables count as unset', () => {
    expect(read({ KIOSK_ENGINE_PORT: '', KIOSK_SECRET: ' ' }).config).toMatchObject({ enginePort: 8080, secret: null })
  })

  test.each([
    ['off', false],
    ['2', 2],
    ['on', 1],
    ['10.0.0.0/8, loopback', ['10.0.0.0/8', 'loopback']],
  ])('KIOSK_TRUST_PROXY=%s', (text, value) => {
    expect(read({ KIOSK_TRUST_PROXY: text }).config.trustProxy).toEqual(value)
  })

  test('mail needs a server and a sender', () => {
    const mail = { KIOSK_MAIL_URL: 'smtp://127.0.0.1:2525', KIOSK_MAIL_FROM: 'The Kiosk <kiosk@example.test>' }
    expect(read(mail).config.mailFrom).toEqual({ name: 'The Kiosk', address: 'kiosk@example.test' })
    expect(read({ ...mail, KIOSK_MAIL_FROM: 'a@example.test' }).config.mailFrom).toEqual({
      name: '',
      address: 'a@example.test',
    })
    expect(problems({ KIOSK_MAIL_URL: mail.KIOSK_MAIL_URL })).toEqual([expect.stringMatching(/^KIOSK_MAIL_FROM: /)])
    expect(read({ KIOSK_MAIL_FROM: 'a@example.test' }).warnings).toEqual([expect.stringMatching(/^KIOSK_MAIL_FROM /)])
  })

  test('KIOSK_EGRESS_ALLOW has one spelling', () => {
    const { egressAllow } = read({
      KIOSK_EGRESS_ALLOW: '127.0.0.1:1, [0:0:0:0:0:0:0:1]:2,Wiki.Example.TEST:65535',
    }).config
    expect(egressAllow).toBe('127.0.0.1:1,[::1]:2,wiki.example.test:65535')
  })

  test('plans of the operator join the default ones, from text or file', async () => {
    const file = join(await temporaryFolder(), 'plans.json')
    await writeFile(file, '{"team":{"units":7,"ratePerSec":null},"tiny":{"units":1}}\n')
    const { plans } = read({ KIOSK_PLANS: `@${file}`, KIOSK_DEFAULT_PLAN: 'tiny' }).config
    expect(plans.get('team')).toEqual({ name: 'team', units: 7, ratePerSec: null, publicOnly: false })
    expect(plans.get('tiny')).toEqual({ name: 'tiny', units: 1, ratePerSec: null, publicOnly: false })
    expect(plans.get('guest')?.units).toBe(200)
  })

  test('secrets cannot be printed', () => {
    const env = {
      KIOSK_SECRET: 'hunter2-hunter2-hunter2',
      KIOSK_METRICS_TOKEN: 'hunter2',
      KIOSK_BOOKS_TOKEN: 'hunter2',
    }
    const { config } = read(env)
    expect(JSON.stringify(config)).not.toContain('hunter2')
    expect(config.secret?.reveal()).toBe('hunter2-hunter2-hunter2')
    expect(config.metricsToken).toBeInstanceOf(Secret)
  })
})

describe('providers', () => {
  test('their variables follow from what they declare', async () => {
    const file = join(await temporaryFolder(), 'shelves')
    await writeFile(file, 'one\ntwo\n')
    const { config, warnings } = read({
      KIOSK_UPSTREAM_BOOKS: 'http://127.0.0.1:9/books/',
      KIOSK_UPSTREAM_BOOKS_COVER_ART: 'http://127.0.0.1:9/art',
      KIOSK_BOOKS_TOKEN: 'hunter2',
      KIOSK_BOOKS_SHELVES: `@${file}`,
    })
    expect(config.upstreams).toEqual({
      books: { main: 'http://127.0.0.1:9/books', coverArt: 'http://127.0.0.1:9/art' },
    })
    expect(config.providerSettings.books?.shelves).toEqual(['one', 'two'])
    expect(config.providerSettings.books?.token).toBeInstanceOf(Secret)
    expect(warnings).toEqual([])
  })

  test('in the sandbox stand-in values count, and overrides do not', () => {
    const env = { KIOSK_BOOKS_SHELVES: 'mine', KIOSK_UPSTREAM_BOOKS: 'https://mine.example.test' }
    const { config } = read(env, { sandbox: true })
    expect(config.providerSettings).toEqual({ books: { shelves: ['first'] } })
    expect(config.upstreams).toEqual({})
  })
})

describe('warnings', () => {
  test('an unknown variable is named with the nearest known one', () => {
    const { warnings } = read({ KIOSK_ENGIN_PORT: '1', KIOSK_BOOKS_TOKN: 'x', KIOSK_QQQ: 'x', OTHER: 'x' })
    expect(warnings).toEqual([
      'KIOSK_BOOKS_TOKN is not a setting and does nothing. Did you mean KIOSK_BOOKS_TOKEN?',
      'KIOSK_ENGIN_PORT is not a setting and does nothing. Did you mean KIOSK_ENGINE_PORT?',
      'KIOSK_QQQ is not a setting and does nothing.',
    ])
  })

  test('what opens the house is said', () => {
    const { warnings } = read({ KIOSK_EGRESS_ALLOW: '10.0.0.1:80', KIOSK_ENGINE_HOST: '0.0.0.0' })
    expect(warnings).toHaveLength(2)
    expect(warnings[0]).toContain('10.0.0.1:80')
    expect(warnings[1]).toContain('KIOSK_BASE_URL is unset')
  })
})

test('some settings can be read without the others being right', () => {
  const env = { KIOSK_DATA_DIR: '/srv/kiosk', KIOSK_ENGINE_PORT: 'x' }
  expect(readSettings(env, ['dataDir'])).toEqual({ dataDir: '/srv/kiosk' })
  expect(() => readSettings(env, ['enginePort'])).toThrow('KIOSK_ENGINE_PORT: expected')
})

describe('the table for the docs', () => {
  const rows = settingsTable([books])
  const row = (variable: string) => rows.find((candidate) => candidate.variable === variable)

  test('has every variable once, those of providers and clients included', () => {
    const variables = rows.map(({ variable }) => variable)
    expect(new Set(variables).size).toBe(variables.length)
    expect(variables).toContain('KIOSK_API_KEY')
    expect(variables.slice(-4)).toEqual([
      'KIOSK_UPSTREAM_BOOKS',
      'KIOSK_UPSTREAM_BOOKS_COVER_ART',
      'KIOSK_BOOKS_TOKEN',
      'KIOSK_BOOKS_SHELVES',
    ])
    for (const { variable, says } of rows) {
      expect(variable).toMatch(/^KIOSK_[A-Z_]+$/)
      expect(says).toMatch(/^[A-Z].*\.$/)
    }
  })

  test('knows defaults, secrets and files', () => {
    expect(row('KIOSK_ENGINE_PORT')).toMatchObject({ default: '8080', secret: false, file: false, provider: null })
    expect(row('KIOSK_BASE_URL')).toMatchObject({
      default: null,
      unset: 'from KIOSK_ENGINE_HOST and KIOSK_ENGINE_PORT',
    })
    expect(row('KIOSK_PLANS')).toMatchObject({ file: true })
    expect(row('KIOSK_UPSTREAM_BOOKS')).toMatchObject({ default: 'https://books.example.test', provider: 'books' })
    const secrets = rows.filter((candidate) => candidate.secret).map(({ variable }) => variable)
    expect(secrets).toEqual([
      'KIOSK_DATABASE_URL',
      'KIOSK_REDIS_URL',
      'KIOSK_SECRET',
      'KIOSK_SECRET_PREVIOUS',
      'KIOSK_MAIL_URL',
      'KIOSK_METRICS_TOKEN',
      'KIOSK_BROWSER_URL',
      'KIOSK_PROXY_DATACENTER',
      'KIOSK_PROXY_RESIDENTIAL',
      'KIOSK_API_KEY',
      'KIOSK_BOOKS_TOKEN',
    ])
  })
})
