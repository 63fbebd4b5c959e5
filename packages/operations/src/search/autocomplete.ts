import {
  blocked,
  type Context,
  defineOperation,
  elapsedMs,
  fetchedAt,
  type HttpResponse,
  languageTag,
  OperationError,
  proxyUrl,
} from '@kiosk/catalog'
import { z } from 'zod'
import { understand } from '../shared/answer.ts'
import { refuseUnlessOk, upstreamDetails } from '../shared/upstream.ts'
import { merge, parseSuggestions, type Suggestion, suggestion } from './lib/suggestions.ts'
import { search } from './provider.ts'

/** Leaves the 30 s of the operation room to answer. */
const BUDGET_MS = 28_000
const REQUEST_MS = 8_000
const AT_ONCE = 4
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

const input = z.strictObject({
  query: z.string().trim().min(1).max(200).describe('Text to complete.'),
  client: z
    .enum(['chrome', 'firefox'])
    .default('chrome')
    .describe('`chrome` adds relevance and kind; `firefox` is the plain form.'),
  expand: z.boolean().default(false).describe('Also asks for the query followed by each letter a-z.'),
  country: z
    .string()
    .trim()
    .toLowerCase()
    .length(2)
    .regex(/^[a-z]{2}$/, 'expected two letters, such as us')
    .default('us')
    .describe('Country bias: two letters.'),
  language: languageTag.max(10).default('en').describe('Interface language: a language tag.'),
  maxSuggestions: z.int().min(1).max(1000).optional().describe('Cap on suggestions; default 20, or 300 with `expand`.'),
  proxyUrl,
})

const output = z.object({
  query: z.string().describe('The trimmed query.'),
  count: z.int().min(0).describe('Number of suggestions returned.'),
  suggestions: z.array(suggestion).describe('Suggestions in the order of the upstream; may be empty.'),
  message: z.string().describe('Short text, such as "10 suggestions" or "24 of 27 queries answered".'),
  success: z.boolean().describe('True when the query itself was answered.'),
  elapsedMs,
  fetchedAt,
})

type Input = z.output<typeof input>

export const operation = defineOperation({
  provider: search,
  slug: 'autocomplete.post',
  id: 'search.autocomplete',
  title: 'Search suggestions',
  description:
    'Returns search suggestions for a query over plain HTTP, optionally widened by every letter of the alphabet.',
  category: 'search',
  tags: ['suggest', 'keywords', 'seo'],
  units: 1,
  timeoutSec: 30,
  cacheSec: 300,
  access: 'public',
  needs: ['http'],
  input,
  output,
  examples: [
    { title: 'With relevance and kind', input: { query: 'etec a', client: 'chrome', language: 'en', country: 'us' } },
    { title: 'The plain form', input: { query: 'garden sh', client: 'firefox' } },
    { title: 'Widened by a to z', input: { query: 'lamp', expand: true, maxSuggestions: 50 } },
  ],
  async run(ctx, input) {
    const started = ctx.clock.monotonicMs()
    const leftMs = () => BUDGET_MS - (ctx.clock.monotonicMs() - started)
    const answers = [await ask(ctx, input, input.query, leftMs())]
    if (input.expand) answers.push(...(await askLetters(ctx, input, leftMs)))

    const all = input.expand ? merge(answers) : answers.flat()
    const suggestions = all.slice(0, input.maxSuggestions ?? (input.expand ? 300 : 20))
    return {
      query: input.query,
      count: suggestions.length,
      suggestions,
      message: input.expand
        ? `${answers.length} of ${LETTERS.length + 1} queries answered`
        : `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}`,
      success: true,
      elapsedMs: Math.round(ctx.clock.monotonicMs() - started),
      fetchedAt: ctx.clock.now().toISOString(),
    }
  },
})

async function ask(ctx: Context<'http'>, input: Input, query: string, timeoutMs: number): Promise<Suggestion[]> {
  const response = await ctx.http.send({
    path: '/complete/search',
    query: { client: input.client, q: query, hl: input.language, gl: input.country, ie: 'utf-8', oe: 'utf-8' },
    headers: {
      accept: '*/*',
      ...(input.language !== 'en' && { 'accept-language': `${input.language},en;q=0.8` }),
    },
    agent: 'browser',
    // A redirect leads to the captcha page, nowhere else.
    redirects: 0,
    timeoutMs: Math.max(1, Math.floor(Math.min(REQUEST_MS, timeoutMs))),
  })
  refuseWalls(ctx, response)
  return understand(search, response, () => parseSuggestions(response.text(), input.client))
}

function refuseWalls(ctx: Context<'http'>, response: HttpResponse): void {
  const { status } = response
  if (status === 429 || (status >= 300 && status < 400)) {
    throw blocked(`${search.title}: the upstream asks for a captcha (HTTP ${status}).`, {
      details: upstreamDetails(search, response),
    })
  }
  refuseUnlessOk(search, response, ctx.clock)
}

/** Answers of the query followed by each letter, in the order of the alphabet; failed ones are left out. */
async function askLetters(ctx: Context<'http'>, input: Input, leftMs: () => number): Promise<Suggestion[][]> {
  const answers: (Suggestion[] | undefined)[] = []
  const waiting = LETTERS.entries()
  const worker = async () => {
    for (const [index, letter] of waiting) {
      if (leftMs() <= 0) return
      try {
        answers[index] = await ask(ctx, input, `${input.query} ${letter}`, leftMs())
      } catch (error) {
        // A letter may fail; a caller who left or a defect of ours ends the call.
        if (ctx.signal.aborted || !(error instanceof OperationError)) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return answers.filter((answer) => answer !== undefined)
}
