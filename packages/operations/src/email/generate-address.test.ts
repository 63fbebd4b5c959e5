import type { CapabilityName, Context, OperationError } from '@kiosk/catalog'
import { describe, expect, it } from 'vitest'
import { operation } from './generate-address.ts'
import { email } from './provider.ts'

const NOW = '2026-03-14T09:30:00.000Z'

/** A context with real claims in memory, a counting source of "randomness", and settings as an operator writes them. */
function context(variables: Record<string, string>, taken = new Set<string>()) {
  const settings = new Map(
    Object.entries(email.settings).flatMap(([name, { variable, schema }]) => {
      const text = variables[variable]
      return text === undefined ? [] : [[name, schema.parse(text)] as const]
    }),
  )
  let drawn = 0
  return {
    signal: new AbortController().signal,
    clock: { now: () => new Date(NOW), monotonicMs: () => 0 },
    log: { warn() {} },
    setting: (name: string) => settings.get(name),
    claims: { claim: async (_: string, name: string) => !taken.has(name) && taken.add(name) !== undefined },
    random: {
      text: (length: number, alphabet: string) =>
        alphabet.charAt(Math.floor(drawn++ / 3) % alphabet.length).repeat(length),
    },
  } as unknown as Context<CapabilityName, Record<string, unknown>>
}

const make = (ctx: ReturnType<typeof context>) => operation.run(ctx, {}) as Promise<Record<string, string>>

const refusal = async (ctx: ReturnType<typeof context>) =>
  (await make(ctx).then(
    () => expect.unreachable('an address was given'),
    (error: unknown) => error,
  )) as OperationError

describe('email-generate-address', () => {
  it('makes a random name at a catch-all domain', async () => {
    expect(await make(context({ KIOSK_EMAIL_CATCHALL: 'Mail.Example.test' }))).toEqual({
      address: expect.stringMatching(/^[a-z][a-z0-9]{9,13}@mail\.example\.test$/),
      mode: 'catch-all',
      domain: 'mail.example.test',
      recipientFilter: expect.stringContaining('@mail.example.test'),
      createdAt: NOW,
    })
  })

  it('spreads over several domains', async () => {
    const ctx = context({ KIOSK_EMAIL_CATCHALL: 'a.test, b.test\nc.test' })
    const domains = new Set<string | undefined>()
    for (let made = 0; made < 12; made++) domains.add((await make(ctx)).domain)
    expect([...domains].sort()).toEqual(['a.test', 'b.test', 'c.test'])
  })

  it('puts the random part behind a plus', async () => {
    const made = await make(context({ KIOSK_EMAIL_PLUS_BASE: 'Jo.Doe@example.test' }))
    expect(made.address).toMatch(/^jo\.doe\+[a-z][a-z0-9]{9,13}@example\.test$/)
    expect(made).toMatchObject({ mode: 'plus', domain: 'example.test', recipientFilter: made.address })
  })

  it('prefers catch-all to plus and plus to aliases', async () => {
    const plus = { KIOSK_EMAIL_PLUS_BASE: 'jo@plus.test', KIOSK_EMAIL_ALIASES: 'a@alias.test' }
    expect((await make(context({ ...plus, KIOSK_EMAIL_CATCHALL: 'all.test' }))).mode).toBe('catch-all')
    expect((await make(context(plus))).mode).toBe('plus')
  })

  it('gives each alias once, then names the setting', async () => {
    const ctx = context({ KIOSK_EMAIL_ALIASES: 'One@example.test,two@example.test\ntwo@example.test' })
    expect((await make(ctx)).address).toBe('one@example.test')
    expect((await make(ctx)).address).toBe('two@example.test')
    expect(await refusal(ctx)).toMatchObject({
      code: 'NOT_CONFIGURED',
      message: expect.stringContaining('KIOSK_EMAIL_ALIASES'),
    })
  })

  it('draws again when a name was given before', async () => {
    const taken = new Set<string>()
    const first = await make(context({ KIOSK_EMAIL_CATCHALL: 'example.test' }, taken))
    const second = await make(context({ KIOSK_EMAIL_CATCHALL: 'example.test' }, taken))
    expect(second.address).not.toBe(first.address)
  })

  it('names all three settings when none is set', async () => {
    expect(await refusal(context({}))).toMatchObject({
      code: 'NOT_CONFIGURED',
      message: expect.stringMatching(/KIOSK_EMAIL_CATCHALL.*KIOSK_EMAIL_PLUS_BASE.*KIOSK_EMAIL_ALIASES/),
    })
  })

  it.each([
    ['catchAll', 'localhost'],
    ['catchAll', 'jo@example.test'],
    ['catchAll', ''],
    ['plusBase', 'example.test'],
    ['plusBase', `${'x'.repeat(60)}@example.test`],
    ['aliases', 'a@example.test, b'],
  ])('refuses the setting %s = %j', (name, text) => {
    expect(email.settings[name]?.schema.safeParse(text).success).toBe(false)
  })
})
