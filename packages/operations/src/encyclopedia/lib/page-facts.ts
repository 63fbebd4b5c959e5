// The facts of a summary from the action API, for pages without one and for the day when the summary service is gone.
import type { Context } from '@kiosk/catalog'
import { z } from 'zod'
import { readShape } from '../../shared/answer.ts'
import { upstreamTime } from '../../shared/dates.ts'
import { htmlToText } from '../../shared/html.ts'
import { askActionApi } from './action-api.ts'
import type { WantedArticle } from './wanted.ts'

const PROPS = {
  prop: 'extracts|pageimages|description|coordinates|info|revisions',
  exintro: 1,
  piprop: 'thumbnail|original',
  pithumbsize: 320,
  pilicense: 'any',
  inprop: 'url|displaytitle',
  rvprop: 'ids|timestamp',
}

/** Hands over the facts of a page in the shape of `page/summary`.
 * @returns what `parse` makes of them; null when there is no such page */
export async function pageFacts<T>(
  ctx: Context<'http'>,
  { language, title }: WantedArticle,
  parse: (summary: unknown) => T,
): Promise<T | null> {
  // It separates titles here, and no title holds one.
  if (title.includes('|')) return null
  const query = { action: 'query', titles: title, redirects: 1, ...PROPS, format: 'json', formatversion: 2 }
  return askActionApi(ctx, language, query, (body) => {
    const summary = summaryOf(body)
    return summary === null ? null : parse(summary)
  })
}

/** A query about titles that cannot be pages has no `pages`. */
const answer = z.object({ query: z.object({ pages: z.array(z.unknown()).default([]) }).default({ pages: [] }) })

const absent = z.union([
  z.object({ missing: z.literal(true) }),
  z.object({ invalid: z.literal(true) }),
  z.object({ special: z.literal(true) }),
])

/** What the summary must have; the rest is judged where summaries are read. */
const page = z.looseObject({
  title: z.string().min(1),
  pagelanguage: z.string().min(1),
  fullurl: z.string().min(1),
  lastrevid: z.int(),
  revisions: z.tuple([z.object({ timestamp: upstreamTime })], z.unknown()),
  extract: z.string().catch(''),
  coordinates: z.array(z.unknown()).catch([]),
})

/** @param body JSON of `action=query` about one title; null when there is no such page */
export function summaryOf(body: unknown): unknown {
  const [first] = readShape(answer, body).query.pages
  if (first === undefined || absent.safeParse(first).success) return null
  const read = readShape(page, first, 'query.pages.0')
  return {
    title: read.title,
    displaytitle: read.displaytitle,
    lang: read.pagelanguage,
    description: read.description,
    extract: htmlToText(read.extract),
    extract_html: read.extract,
    content_urls: { desktop: { page: read.fullurl } },
    revision: read.lastrevid,
    timestamp: read.revisions[0].timestamp,
    thumbnail: read.thumbnail,
    originalimage: read.original,
    coordinates: read.coordinates[0],
  }
}
