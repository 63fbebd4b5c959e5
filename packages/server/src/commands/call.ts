// `kiosk call`: one operation, called as any other client would.
import { access, constants, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isSlug } from '@kiosk/catalog'
import { CommandFailure, count, type Terminal, UsageError } from '../cli-output.ts'
import { readBaseUrl } from '../config.ts'
import { explainRefusal } from './call-refusal.ts'
import { findKey } from './client-key.ts'
import { defineCommand, jsonOption } from './command.ts'
import { askGateway, type GatewayAnswer } from './gateway-client.ts'

/** Longer than any operation may take. */
const TIMEOUT_MS = 10 * 60_000
const MAX_SHOWN_BASE64 = 1000
const NEWS_SEC = 10

export const callCommand = defineCommand({
  name: 'call',
  summary: 'Call an operation; the answer goes to stdout, what it cost to stderr.',
  positionals: { shown: '<slug> [<json> | @file | -]', min: 1, max: 2 },
  options: {
    out: {
      value: 'FILE',
      says: 'Write the answer into a file; of one that holds an image, PDF, audio or Markdown only that, decoded.',
    },
    'idempotency-key': {
      value: 'KEY',
      says: 'Makes a repeat safe: the same key and input run and cost once (36 to 255 characters).',
    },
    'proxy-url': { value: 'URL', says: 'Your proxy (http, https or socks5) for what the operation fetches.' },
    json: { says: `${jsonOption.says} Also where the call fails: the error envelope.` },
  },
  details: [
    'The input is a JSON object, `@file` or `-` for standard input; without it, {}.',
    'The key comes from KIOSK_API_KEY, else from the file guest-key in KIOSK_DATA_DIR. The gateway is asked at KIOSK_BASE_URL.',
  ].join('\n'),
  examples: [
    'kiosk call encyclopedia-article.get \'{"title":"Tokyo"}\'',
    'kiosk call screenshot.post \'{"url":"https://example.com/"}\' --out page.png',
    'echo \'{"base":"EUR","targets":"USD,JPY"}\' | kiosk call currency-convert.get - | jq .rates',
  ],
  async run({ values, positionals }, terminal) {
    const [slug = '', inputText] = positionals
    if (!isSlug(slug)) {
      throw new UsageError(`${JSON.stringify(slug)} is no slug; one looks like encyclopedia-article.get.`, 'call')
    }
    const body = await readJson(inputText, terminal)
    const baseUrl = readBaseUrl(terminal.env)
    const key = await findKey(baseUrl, terminal)
    if (values.out !== undefined) await requireWritable(values.out)
    const answer = await withNews(terminal, () =>
      askGateway(`${baseUrl}/${slug}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key !== null && { 'x-api-key': key }),
          ...(values['idempotency-key'] !== undefined && { 'idempotency-key': headerText(values, 'idempotency-key') }),
          ...(values['proxy-url'] !== undefined && { 'x-proxy-url': headerText(values, 'proxy-url') }),
        },
        body,
        timeoutMs: TIMEOUT_MS,
      }),
    )
    const receipt = receiptOf(answer)
    if (answer.status < 200 || answer.status > 299) throw await explainRefusal(answer, { baseUrl, slug, receipt })
    await deliver(answer.text, values.out, !values.json && terminal.interactive, terminal)
    terminal.note(receipt)
    return 0
  },
})

/** On a screen, a word every ten seconds that the call still runs. */
async function withNews<T>(terminal: Terminal, work: () => Promise<T>): Promise<T> {
  if (!terminal.interactive) return work()
  let seconds = 0
  const timer = setInterval(() => {
    seconds += NEWS_SEC
    terminal.note(`Still running, ${seconds} s; Ctrl-C gives up.`)
  }, NEWS_SEC * 1000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** The input as it is sent: the bytes as they were written, since they count for an Idempotency-Key. */
async function readJson(input: string | undefined, terminal: Terminal): Promise<string> {
  const text = await inputText(input ?? '{}', terminal)
  try {
    JSON.parse(text)
    return text
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UsageError(
      `The input is not JSON: ${why}. In a shell it stands in single quotes: '{"title":"Tokyo"}'`,
      'call',
    )
  }
}

async function inputText(input: string, terminal: Terminal): Promise<string> {
  if (input === '-') return terminal.readInput()
  if (!input.startsWith('@')) return input
  try {
    return await readFile(input.slice(1), 'utf8')
  } catch (cause) {
    throw new CommandFailure(`The file ${input.slice(1)} cannot be read.`, { cause })
  }
}

function headerText<N extends string>(values: { readonly [K in N]: string | undefined }, name: N): string {
  const text = values[name] ?? ''
  if (/^[\x20-\x7e]*$/.test(text)) return text
  throw new UsageError(`--${name} is plain ASCII text.`, 'call')
}

/** Looked at before the call, so that no unit is spent on an answer that cannot be kept. */
async function requireWritable(file: string): Promise<void> {
  try {
    await access(dirname(file), constants.W_OK)
  } catch (cause) {
    throw new CommandFailure(`--out: no file can be written into the folder ${dirname(file)}.`, { cause })
  }
}

async function deliver(text: string, out: string | undefined, pretty: boolean, terminal: Terminal): Promise<void> {
  if (out === undefined) return terminal.print(pretty ? forReading(text) : text)
  const { content, rest } = contentOf(JSON.parse(text))
  await writeFile(out, content)
  terminal.note(`Wrote ${count(content.length, 'byte')} to ${out}.`)
  if (rest !== null) terminal.print(JSON.stringify(rest, null, pretty ? 2 : undefined))
}

/** The answer for eyes: an image or PDF would only fill the screen. */
function forReading(text: string): string {
  const shorten = (name: string, value: unknown) => {
    const isLong = typeof value === 'string' && value.length > MAX_SHOWN_BASE64
    if (!isLong || !contentFields.some(([field, encoding]) => field === name && encoding === 'base64')) return value
    return `${value.slice(0, 24)}… (${count(value.length, 'character')} of base64; --out FILE keeps it decoded)`
  }
  return JSON.stringify(JSON.parse(text, shorten), null, 2)
}

/** The one field of an answer that belongs into a file, and the other fields; an answer without one is kept whole. */
function contentOf(answer: unknown): { content: Buffer; rest: object | null } {
  if (typeof answer === 'object' && answer !== null) {
    const fields = Object.entries(answer)
    for (const [name, encoding] of contentFields) {
      const value = fields.find(([field]) => field === name)?.[1]
      if (typeof value !== 'string') continue
      return {
        content: Buffer.from(value, encoding),
        rest: Object.fromEntries(fields.filter(([field]) => field !== name)),
      }
    }
  }
  return { content: Buffer.from(`${JSON.stringify(answer, null, 2)}\n`), rest: null }
}

const contentFields = [
  ['image', 'base64'],
  ['pdf', 'base64'],
  ['audio', 'base64'],
  ['markdown', 'utf8'],
] as const

/** `1 unit · cache MISS · 199 of 200 units left until 2026-12-01 · req_…` */
function receiptOf({ header }: GatewayAnswer): string {
  const cost = header('x-quota-cost')
  const cache = header('x-kiosk-cache')
  const left = header('x-quota-remaining')
  const reset = header('x-quota-reset')?.slice(0, 10) ?? 'the next month'
  return [
    ...(header('x-kiosk-sandbox') === 'true' ? ['sandbox'] : []),
    ...(header('idempotency-replayed') === 'true' ? ['replayed, nothing spent'] : []),
    ...(cost === null ? [] : [count(Number(cost), 'unit')]),
    ...(cache === null ? [] : [`cache ${cache}`]),
    ...(left === null
      ? []
      : [
          `${Number(left).toLocaleString('en-US')} of ${count(Number(header('x-quota-limit')), 'unit')} left until ${reset}`,
        ]),
    ...(header('x-request-id') === null ? [] : [header('x-request-id')]),
  ].join(' · ')
}
