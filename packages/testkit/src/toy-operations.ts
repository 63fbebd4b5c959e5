// Small operations without traffic, one per behaviour of the engine.
import {
  type Access,
  defineOperation,
  defineProvider,
  invalidInput,
  type Operation,
  OperationError,
  type Slug,
  secret,
} from '@kiosk/catalog'
import { z } from 'zod'

const toy = defineProvider({ name: 'toy', title: 'Toys', upstreams: {}, hosts: 'own' })

const text = z.string().min(1).max(100).describe('Any text.')

/** Holds calls of `slow` back. */
export class Gate {
  #open = Promise.withResolvers<void>()
  #arrived = Promise.withResolvers<void>()
  /** Calls that wait now. */
  waiting = 0

  /** Resolves once a call waits at the gate. */
  get arrived(): Promise<void> {
    return this.#arrived.promise
  }

  /** Lets all waiting calls go on; later ones wait again. */
  open(): void {
    this.#open.resolve()
    this.#open = Promise.withResolvers()
    this.#arrived = Promise.withResolvers()
  }

  /** Waits until the gate opens. @throws the signal's reason */
  async pass(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const aborted = Promise.withResolvers<never>()
    const leave = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', leave)
    this.waiting += 1
    this.#arrived.resolve()
    try {
      await Promise.race([this.#open.promise, aborted.promise])
    } finally {
      this.waiting -= 1
      signal.removeEventListener('abort', leave)
    }
  }
}

type Count = (slug: string) => number

/** A fresh set of toys with its own gate and counts.
 * - `echo`: 1 unit, answers its text; the text `bad` is `INVALID_INPUT`.
 * - `slow`: 2 units, answers when the gate opens, or rejects with the signal's reason.
 * - `failing`: 3 units, fails with the code it is given; `crash` throws a plain error, `misshapen` breaks its output schema.
 * - `cached`: 4 units, 60 s of cache, tells which of its runs answered; behind the gate when `wait` is set.
 * - `account`: 5 units, acts on an account; behind the gate when `wait` is set.
 * - `secret`: 6 units, 60 s of cache, takes a credential and answers its length. */
export function toyOperations() {
  const gate = new Gate()
  const runs = new Map<string, number>()
  const count: Count = (slug) => {
    const n = (runs.get(slug) ?? 0) + 1
    runs.set(slug, n)
    return n
  }
  const toys = {
    echo: echoToy(count),
    slow: gatedToy('slow', { units: 2, waits: true }, gate, count),
    failing: failingToy(count),
    cached: gatedToy('cached', { units: 4, cacheSec: 60 }, gate, count),
    account: gatedToy('account', { units: 5, access: 'account' }, gate, count),
    secret: secretToy(count),
  }
  const registry: ReadonlyMap<string, Operation> = new Map(Object.values(toys).map((one) => [one.slug, one]))
  return { ...toys, registry, gate, runs: (slug: string) => runs.get(slug) ?? 0 }
}

const common = {
  provider: toy,
  category: 'web',
  tags: ['toy'],
  timeoutSec: 5,
  cacheSec: 0,
  access: 'public',
  needs: [],
} as const

function echoToy(count: Count): Operation {
  return defineOperation({
    ...common,
    slug: 'toy-echo.get',
    id: 'toy.echo',
    title: 'Echo',
    description: 'Answers the text it was given.',
    units: 1,
    input: z.strictObject({ text }),
    output: z.object({ text }),
    examples: [{ title: 'A text', input: { text: 'hello' } }],
    run: async (_, input) => {
      count('toy-echo.get')
      if (input.text === 'bad') throw invalidInput('text', 'expected a better one')
      return input
    },
  })
}

function failingToy(count: Count): Operation {
  const ways = ['NOT_FOUND', 'UPSTREAM_ERROR', 'UPSTREAM_RATE_LIMITED', 'NOT_CONFIGURED', 'crash', 'misshapen'] as const
  return defineOperation({
    ...common,
    slug: 'toy-failing.get',
    id: 'toy.failing',
    title: 'Failing',
    description: 'Fails in the way it is told to.',
    units: 3,
    input: z.strictObject({ code: z.enum(ways).describe('How to fail.') }),
    output: z.object({ text }),
    examples: [{ title: 'Not found', input: { code: 'NOT_FOUND' }, fails: 'NOT_FOUND' }],
    run: async (_, { code }) => {
      count('toy-failing.get')
      if (code === 'crash') throw new Error('a defect with a hidden detail')
      if (code === 'misshapen') return { text: '' }
      throw new OperationError(code, 'It was told to.')
    },
  })
}

function secretToy(count: Count): Operation {
  return defineOperation({
    ...common,
    slug: 'toy-secret.get',
    id: 'toy.secret',
    title: 'Secret',
    description: 'Answers the length of a credential.',
    units: 6,
    cacheSec: 60,
    access: 'credentials',
    input: z.strictObject({ token: secret(z.string().min(1).max(100)).describe('A credential.') }),
    output: z.object({ length: z.int().describe('Characters of the credential.') }),
    examples: [{ title: 'A token', input: { token: 'toy-token' } }],
    run: async (_, { token }) => {
      count('toy-secret.get')
      return { length: token.reveal().length }
    },
  })
}

interface GatedPolicy {
  readonly units: number
  readonly cacheSec?: number
  readonly access?: Access
  /** Set: waits at the gate unless its input says otherwise. */
  readonly waits?: boolean
}

function gatedToy(name: string, { waits = false, ...policy }: GatedPolicy, gate: Gate, count: Count): Operation {
  const slug: Slug = `toy-${name}.get`
  return defineOperation({
    ...common,
    slug,
    id: `toy.${name}`,
    title: `Toy ${name}`,
    description: 'Answers a text, and which of its runs did.',
    ...policy,
    input: z.strictObject({ text, wait: z.boolean().default(waits).describe('Wait until the gate opens.') }),
    output: z.object({ text, run: z.int().describe('Which run of this operation gave the answer, from 1.') }),
    examples: [{ title: 'A text', input: { text: 'hello' } }],
    run: async (ctx, input) => {
      const run = count(slug)
      if (input.wait) await gate.pass(ctx.signal)
      return { text: input.text, run }
    },
  })
}
