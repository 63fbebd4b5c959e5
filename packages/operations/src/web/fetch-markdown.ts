import {
  type Context,
  defineOperation,
  extractionModes,
  extractors,
  fetchedAt,
  type OperatorProxy,
} from '@kiosk/catalog'
import { z } from 'zod'
import { retryAfterSec } from '../shared/upstream.ts'
import { fetchedPage, fetchPage, type Visit } from './lib/fetched-page.ts'
import { pageUrl } from './lib/page-url.ts'
import { unreadPage } from './lib/unread-page.ts'
import { web } from './provider.ts'

/** Leaves the 25 s of the operation room to convert and answer. */
const MAX_BUDGET_MS = 24_000

/** A retry with less time than this would only wait. */
const MIN_RETRY_MS = 1_000

const input = z.strictObject({
  url: pageUrl.describe('Page to fetch: an absolute http or https URL on a public host.'),
  mode: z
    .enum(extractionModes)
    .default('article')
    .describe(
      '`article`: main content, checked against the whole page; `full`: whole body without nav, footer, aside, form.',
    ),
  maxChars: z
    .int()
    .min(100)
    .max(1_000_000)
    .default(100_000)
    .describe('Most characters of markdown; cut at the nearest paragraph or line end.'),
  timeoutMs: z
    .int()
    .min(1000)
    .max(27_000)
    .default(20_000)
    .describe("Network budget over the direct attempt and the one retry; the operation's own 25 s still hold."),
  includeLinks: z
    .boolean()
    .default(true)
    .describe('Keep inline links and return the link list; false turns anchors into plain text.'),
  includeImages: z.boolean().default(false).describe('Keep image references.'),
})

const link = z.object({
  href: z.string().describe('Absolute http or https address.'),
  text: z.string().describe('Text of the link; "" when it has none.'),
})

const output = z.object({
  markdown: z
    .string()
    .describe('Converted document; begins with the title as an H1 when the content does not start with a heading.'),
  title: z.string().describe('Title without the name of the site; "" when none was found.'),
  byline: z.string().nullable().describe('Author line.'),
  excerpt: z.string().nullable().describe("The page's own short description."),
  lang: z.string().nullable().describe('Language tag of the page.'),
  links: z
    .array(link)
    .max(500)
    .optional()
    .describe('Links of the returned markdown, each once, at most 500; only when includeLinks is true.'),
  finalUrl: z.string().describe('Address after redirects.'),
  charCount: z.int().min(0).describe('Characters (code points) of the returned markdown.'),
  extractor: z
    .enum(extractors)
    .describe(
      'Stage that produced the markdown; `full-dom` in article mode means that the content-density check failed.',
    ),
  fetchedAt,
  truncated: z.boolean().describe('True when cut to fit maxChars.'),
  httpStatus: z.int().describe('Status of the response that produced the markdown.'),
  fetchedWith: z.enum(['direct', 'datacenter', 'residential']).describe('Route of that response.'),
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>
type Ctx = Context<'http' | 'pages'>

export const operation = defineOperation({
  provider: web,
  slug: 'fetch-markdown.post',
  id: 'web.fetchMarkdown',
  title: 'Page to Markdown',
  description:
    'Fetches a page over plain HTTP with browser headers, retries once through a proxy when a bot wall answers, and converts it to Markdown.',
  category: 'web',
  tags: ['markdown', 'article', 'extract', 'scrape'],
  units: 3,
  timeoutSec: 25,
  cacheSec: 300,
  access: 'public',
  needs: ['http', 'pages'],
  input,
  output,
  examples: [
    {
      title: 'A blog post',
      input: { url: 'https://example.com/blog/post', mode: 'article', maxChars: 20_000, includeLinks: true },
    },
    { title: 'A page that scripts build', input: { url: 'https://example.com/app' }, fails: 'CLIENT_RENDERED' },
  ],
  async run(ctx, input) {
    const started = ctx.clock.monotonicMs()
    const leftMs = () => Math.floor(Math.min(input.timeoutMs, MAX_BUDGET_MS) - (ctx.clock.monotonicMs() - started))
    const direct = await visit(ctx, input, { timeoutMs: leftMs() })
    const [via] = ctx.http.operatorProxies
    const mayRetry = direct.outcome.kind === 'wall' && via !== undefined && leftMs() >= MIN_RETRY_MS
    return parse(mayRetry ? await visit(ctx, input, { timeoutMs: leftMs(), via }) : direct, input)
  },
})

async function visit(ctx: Ctx, input: Input, route: { timeoutMs: number; via?: OperatorProxy }): Promise<Visit> {
  const response = await fetchPage(ctx, { url: input.url, ...route })
  const readAt = ctx.clock.now()
  const limitSec = retryAfterSec(response, ctx.clock)
  const isEmpty = response.bytes.length === 0
  const outcome = await ctx.pages.read(fetchedPage(response), input)
  return { response, isEmpty, outcome, via: route.via, readAt, limitSec }
}

/** The output, or the error that an answer stands for. */
export function parse(visit: Visit, { includeLinks }: Pick<Input, 'includeLinks'>): Output {
  const { response, outcome, via, readAt } = visit
  if (outcome.kind !== 'page') throw unreadPage(response, outcome, visit)
  const { kind, links, ...page } = outcome
  return {
    ...page,
    ...(includeLinks && { links: [...links] }),
    finalUrl: response.url,
    fetchedAt: readAt.toISOString(),
    httpStatus: response.status,
    fetchedWith: via ?? 'direct',
  }
}
