import { type Context, defineOperation, notConfigured, time } from '@kiosk/catalog'
import { z } from 'zod'
import { email } from './provider.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`

/** 26 × 36^11 names: two of a billion equal ones are less likely than a broken disk. */
const NAME_LENGTH = 12

/** Random names tried before something must be wrong with the source of randomness. */
const MAX_TRIES = 8

const input = z.strictObject({})

const output = z.object({
  address: z.string().describe('The new address, lower case.'),
  mode: z
    .enum(['catch-all', 'plus', 'alias'])
    .describe('How it was made: a random name at a catch-all domain, plus-addressing, or a pre-created alias.'),
  domain: z.string().describe('Domain of the address.'),
  recipientFilter: z.string().describe('Value to pass as `recipientFilter` to the mailbox readers.'),
  createdAt: time.describe('When it was made, ISO 8601 UTC.'),
})

type Mode = z.output<typeof output>['mode']
type GenerateContext = Context<'claims' | 'random', NonNullable<(typeof email)['$settings']>>

export const operation = defineOperation({
  provider: email,
  slug: 'email-generate-address.post',
  id: 'email.generateAddress',
  title: 'Disposable e-mail address',
  description: 'Makes a fresh disposable e-mail address for an account sign-up.',
  category: 'email',
  tags: ['email', 'signup', 'alias'],
  units: 1,
  timeoutSec: 5,
  cacheSec: 0,
  access: 'public',
  needs: ['claims', 'random'],
  input,
  output,
  examples: [{ title: 'A fresh address', input: {} }],
  async run(ctx) {
    const { address, mode } = await freshAddress(ctx)
    const domain = address.slice(address.lastIndexOf('@') + 1)
    return { address, mode, domain, recipientFilter: address, createdAt: ctx.clock.now().toISOString() }
  },
})

async function freshAddress(ctx: GenerateContext): Promise<{ address: string; mode: Mode }> {
  const domains = ctx.setting('catchAll')
  if (domains) return { mode: 'catch-all', address: await random(ctx, (name) => `${name}@${pick(ctx, domains)}`) }

  const base = ctx.setting('plusBase')
  if (base) {
    const at = base.lastIndexOf('@')
    return { mode: 'plus', address: await random(ctx, (name) => `${base.slice(0, at)}+${name}${base.slice(at)}`) }
  }

  const aliases = ctx.setting('aliases')
  if (aliases) return { mode: 'alias', address: await lease(ctx, aliases) }

  throw notConfigured(
    'No source of addresses is set: the operator sets KIOSK_EMAIL_CATCHALL, KIOSK_EMAIL_PLUS_BASE or KIOSK_EMAIL_ALIASES.',
  )
}

async function random(ctx: GenerateContext, compose: (name: string) => string): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const name = ctx.random.text(1, LETTERS) + ctx.random.text(NAME_LENGTH - 1, LETTERS_AND_DIGITS)
    const address = compose(name)
    if (await take(ctx, address)) return address
  }
  throw new Error(`${MAX_TRIES} random addresses in a row were taken`)
}

/** The first alias that nobody got yet, in the operator's order. */
async function lease(ctx: GenerateContext, aliases: readonly string[]): Promise<string> {
  for (const alias of aliases) {
    ctx.signal.throwIfAborted()
    if (await take(ctx, alias)) return alias
  }
  throw notConfigured('Every address of KIOSK_EMAIL_ALIASES has been given out: the operator adds new ones.')
}

// One kind for all modes: an address that was random once is not leased later as an alias.
function take(ctx: GenerateContext, address: string): Promise<boolean> {
  return ctx.claims.claim('email-address', address)
}

function pick(ctx: GenerateContext, domains: readonly string[]): string {
  const choices = LETTERS_AND_DIGITS.slice(0, domains.length)
  const domain = domains[choices.length === 1 ? 0 : choices.indexOf(ctx.random.text(1, choices))]
  if (domain === undefined) throw new RangeError('the random character was not one of the alphabet')
  return domain
}
