// Fixtures: what upstreams answer to an operation's examples. They drive the replay tests and the sandbox.
import { z } from 'zod'
import type { OperatorProxy } from './context.ts'
import { type ErrorCode, errorCodes } from './errors.ts'
import type { Exchange } from './exchange.ts'
import { isSlug, slugStem } from './names.ts'
import type { Operation } from './operation.ts'

/** A record whose keys must look a certain way; a key schema of its own could not say what it expects. */
function keyed<T extends z.ZodType>(value: T, key: RegExp, expected: string) {
  return z
    .record(z.string(), value)
    .refine((record) => Object.keys(record).every((name) => key.test(name)), expected)
    .default({})
}

function headers<T extends z.ZodType>(value: T) {
  return keyed(value, /^[a-z0-9-]+$/, 'expected header names in lower case')
}

const requestSchema = z.strictObject({
  method: z.enum(['GET', 'POST']),
  url: z.string().regex(/^https?:\/\/[^\s/]+/, 'expected the absolute address of the real upstream'),
  /** Judged only when given: each must be sent with exactly this value. */
  headers: headers(z.string()),
  /** Text is compared as it is, anything else as JSON; absent: any body. */
  body: z.unknown().optional(),
  /** Through this proxy of the operator's; absent: directly. */
  via: z.enum(['datacenter', 'residential'] satisfies OperatorProxy[]).optional(),
})

const responseSchema = z
  .strictObject({
    status: z.int().min(100).max(599),
    headers: headers(z.union([z.string(), z.array(z.string())])),
    /** Text is sent as it is, anything else as JSON. */
    body: z.unknown().optional(),
    bodyBase64: z.base64().optional(),
    /** Name of a file beside the fixture. */
    bodyFile: z
      .string()
      .regex(/^[\w-][\w.-]*$/, 'expected the name of a file in the same folder')
      .optional(),
  })
  .refine(
    (response) => [response.body, response.bodyBase64, response.bodyFile].filter((b) => b !== undefined).length < 2,
    {
      error: 'expected at most one of body, bodyBase64 and bodyFile',
    },
  )

const caseSchema = z
  .strictObject({
    title: z.string().min(1),
    origin: z.enum(['composed', 'recorded']).default('composed'),
    /** Day of the recording. */
    recordedAt: z.iso.date().optional(),
    /** Absent for an example of the operation, which brings its own. */
    input: z.unknown().optional(),
    /** Operator's settings by variable. */
    settings: keyed(z.string(), /^KIOSK_[A-Z0-9_]+$/, 'expected names of KIOSK_ variables'),
    exchanges: z.array(z.strictObject({ request: requestSchema, response: responseSchema })).default([]),
    output: z.unknown().optional(),
    fails: z.enum(errorCodes).optional(),
  })
  .refine((one) => (one.output === undefined) !== (one.fails === undefined), {
    error: 'expected either an output or the code that it fails with',
  })
  .refine((one) => (one.origin === 'recorded') === (one.recordedAt !== undefined), {
    error: 'recordedAt belongs to a recorded case, and only to one',
    path: ['recordedAt'],
  })

const fixtureSchema = z.strictObject({
  operation: z.custom<string>((slug) => typeof slug === 'string' && isSlug(slug), 'expected a slug'),
  now: z.iso.datetime(),
  cases: z
    .array(caseSchema)
    .min(1)
    .refine((cases) => new Set(cases.map((one) => one.title)).size === cases.length, 'two cases have the same title'),
})

/** One run of an operation against known answers: it ends with `output`, or with the code `fails`. */
export interface FixtureCase {
  readonly title: string
  readonly origin: 'composed' | 'recorded'
  /** Day of the recording, YYYY-MM-DD. */
  readonly recordedAt?: string | undefined
  readonly input?: unknown
  readonly settings: Readonly<Record<string, string>>
  readonly exchanges: readonly Exchange[]
  readonly output?: unknown
  readonly fails?: ErrorCode | undefined
}

export interface Fixture {
  /** Slug. */
  readonly operation: string
  /** The time at which replay tests freeze the clock. */
  readonly now: Date
  readonly cases: readonly FixtureCase[]
}

/** File name of an operation, without its ending: `codehost-repo.get` of `codehost` → `repo`. */
export function operationFileName(operation: Pick<Operation, 'slug' | 'provider'>): string {
  const stem = slugStem(operation.slug)
  const prefix = `${operation.provider.name}-`
  return stem.startsWith(prefix) ? stem.slice(prefix.length) : stem
}

/** Path of an operation's fixture below the folder of all providers: `codehost/fixtures/repo.json`. */
export function fixturePath(operation: Pick<Operation, 'slug' | 'provider'>): string {
  return `${operation.provider.name}/fixtures/${operationFileName(operation)}.json`
}

/** Reads a fixture and the body files it names.
 * @param read gives a file's bytes; handed in, since this package knows no file system
 * @throws TypeError naming the file and every wrong part */
export async function loadFixture(url: URL, read: (url: URL) => Promise<Uint8Array>): Promise<Fixture> {
  const where = url.pathname.split('/').slice(-3).join('/')
  const parsed = fixtureSchema.safeParse(parseJson(new TextDecoder().decode(await read(url)), where))
  if (!parsed.success) throw new TypeError(`${where}: ${z.prettifyError(parsed.error)}`)
  const cases = parsed.data.cases.map(async (one) => ({
    ...one,
    exchanges: await Promise.all(
      one.exchanges.map(async ({ request, response }) => ({ request, response: await withBody(response, url, read) })),
    ),
  }))
  return { operation: parsed.data.operation, now: new Date(parsed.data.now), cases: await Promise.all(cases) }
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TypeError(`${where}: not JSON`, { cause })
  }
}

async function withBody(
  response: z.output<typeof responseSchema>,
  fixture: URL,
  read: (url: URL) => Promise<Uint8Array>,
): Promise<Exchange['response']> {
  const { status, headers, body, bodyBase64, bodyFile } = response
  if (bodyBase64 !== undefined)
    return { status, headers, body: Uint8Array.from(atob(bodyBase64), (c) => c.charCodeAt(0)) }
  if (bodyFile !== undefined) {
    const bytes = await read(new URL(bodyFile, fixture))
    const isText = /\.(?:csv|html|js|json|txt|xml)$/.test(bodyFile)
    return { status, headers, body: isText ? new TextDecoder().decode(bytes) : bytes }
  }
  if (body === undefined || typeof body === 'string') return { status, headers, body: body ?? '' }
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** Input of a case: its own, or that of the example with the same title.
 * @throws TypeError when there is neither, or both */
export function caseInput(operation: Operation, one: FixtureCase): unknown {
  const example = operation.examples.find((candidate) => candidate.title === one.title)
  if (example === undefined && one.input === undefined) {
    throw new TypeError(`${operation.slug}, case "${one.title}": no example has this title, so it needs an input`)
  }
  if (example !== undefined && one.input !== undefined) {
    throw new TypeError(`${operation.slug}, case "${one.title}": the input is the example's, it must not have its own`)
  }
  return example === undefined ? one.input : example.input
}
