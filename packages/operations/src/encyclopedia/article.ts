import { type Context, defineOperation, fetchedAt, type HttpResponse, notFound, time } from '@kiosk/catalog'
import { z } from 'zod'
import { jsonOf, optionalText, readShape, understand } from '../shared/answer.ts'
import { upstreamTime } from '../shared/dates.ts'
import { numeric } from '../shared/numbers.ts'
import { upstreamDetails } from '../shared/upstream.ts'
import { pageFacts } from './lib/page-facts.ts'
import { bestHit } from './lib/search.ts'
import { hasNoSummary, isMissing, summary } from './lib/summary.ts'
import { LANGUAGE, type WantedArticle, wantedArticle } from './lib/wanted.ts'
import { encyclopedia } from './provider.ts'

const input = z.strictObject({
  title: z.string().trim().min(1).max(255).describe('Title, URL-style slug, free text or a pasted article link.'),
  language: z
    .string()
    .trim()
    .min(2)
    .max(12)
    .regex(LANGUAGE, 'expected lower-case letters, digits and hyphens, such as en or zh-yue')
    .default('en')
    .describe('Language edition; a pasted link brings its own.'),
})

const output = z.object({
  lang: z.string().describe('Language of the article.'),
  title: z.string().describe('Plain title of the article served, after redirects.'),
  displayTitle: z.string().describe('Title as it is shown; may hold HTML.'),
  description: z.string().nullable().describe('One line that says what it is about.'),
  extract: z.string().describe('Summary as plain text; "" when the page has none.'),
  extractHtml: z.string().describe('Summary as HTML; "" when the page has none.'),
  pageUrl: z.string().describe('Address of the article.'),
  revision: z.string().describe('Id of the revision that was read.'),
  timestamp: time.describe('Last edit, ISO 8601 UTC.'),
  thumbnail: z.string().nullable().describe('Address of a small image.'),
  originalImage: z.string().nullable().describe('Address of the image in full size.'),
  coordinates: z
    .object({ lat: z.number().describe('Latitude in degrees.'), lon: z.number().describe('Longitude in degrees.') })
    .nullable()
    .describe('Where it is, for places.'),
  fetchedAt,
})

export const operation = defineOperation({
  provider: encyclopedia,
  slug: 'encyclopedia-article.get',
  id: 'encyclopedia.article',
  title: 'Encyclopedia summary',
  description: 'Reads the summary of one encyclopedia article.',
  category: 'reference',
  tags: ['encyclopedia', 'summary', 'knowledge'],
  units: 1,
  timeoutSec: 15,
  cacheSec: 3600,
  access: 'public',
  needs: ['http'],
  input,
  output,
  examples: [
    { title: 'A city', input: { title: 'Tokyo', language: 'en' } },
    { title: 'No such article', input: { title: 'xqzzy flumbert' }, fails: 'NOT_FOUND' },
  ],
  async run(ctx, input) {
    const wanted = wantedArticle(input.title, input.language)
    const direct = await summary(ctx, wanted)
    const found = (await articleOf(ctx, wanted, direct)) ?? (await search(ctx, wanted))
    if (found !== null) return found
    throw notFound(`There is no article "${wanted.title}" in the edition "${wanted.language}".`, {
      ...(direct && { details: upstreamDetails(encyclopedia, direct) }),
    })
  },
})

type Article = z.output<typeof output>

/** @param response the answer of `summary`; null when it says that there is no such article */
async function articleOf(
  ctx: Context<'http'>,
  wanted: WantedArticle,
  response: HttpResponse | null,
): Promise<Article | null> {
  if (response === null || isMissing(response)) return null
  if (hasNoSummary(response)) return articleFromFacts(ctx, wanted)
  const body = jsonOf(encyclopedia, response)
  return understand(encyclopedia, response, () => parseSummary(body, ctx.clock.now()))
}

async function search(ctx: Context<'http'>, wanted: WantedArticle): Promise<Article | null> {
  const title = await bestHit(ctx, wanted)
  if (title === null) return null
  const hit = { ...wanted, title }
  const found = await articleOf(ctx, hit, await summary(ctx, hit))
  // An article that the search knows and that has no summary: the summaries may be gone altogether.
  return found ?? (await articleFromFacts(ctx, wanted)) ?? articleFromFacts(ctx, hit)
}

function articleFromFacts(ctx: Context<'http'>, wanted: WantedArticle): Promise<Article | null> {
  return pageFacts(ctx, wanted, (body) => parseSummary(body, ctx.clock.now()))
}

const image = z.object({ source: optionalText }).nullish().catch(null)

const answer = z.object({
  title: optionalText,
  displaytitle: optionalText,
  titles: z.object({ normalized: optionalText, display: optionalText }).nullish().catch(null),
  lang: z.string().min(1),
  description: optionalText,
  extract: z.string().nullish().catch(null),
  extract_html: z.string().nullish().catch(null),
  content_urls: z.object({ desktop: z.object({ page: z.string().min(1) }) }),
  revision: z.union([z.string().min(1), z.number().transform(String)]),
  timestamp: upstreamTime,
  thumbnail: image,
  originalimage: image,
  coordinates: z.object({ lat: numeric, lon: numeric }).nullish().catch(null),
})

/** @param body JSON of `page/summary`, also of a disambiguation page */
export function parseSummary(body: unknown, readAt: Date): Article {
  const read = readShape(answer, body)
  const title = readShape(z.string(), read.titles?.normalized ?? read.title, 'title')
  return {
    lang: read.lang,
    title,
    displayTitle: read.titles?.display ?? read.displaytitle ?? title,
    description: read.description,
    extract: read.extract ?? '',
    extractHtml: read.extract_html ?? '',
    pageUrl: read.content_urls.desktop.page,
    revision: read.revision,
    timestamp: read.timestamp,
    thumbnail: read.thumbnail?.source ?? null,
    originalImage: read.originalimage?.source ?? null,
    coordinates: read.coordinates ?? null,
    fetchedAt: readAt.toISOString(),
  }
}
