// One search for a title that no article has.
import type { Context } from '@kiosk/catalog'
import { z } from 'zod'
import { readShape } from '../../shared/answer.ts'
import { askActionApi } from './action-api.ts'
import type { WantedArticle } from './wanted.ts'

/** Title of the first hit; null when there is none, or no such edition. */
export function bestHit(ctx: Context<'http'>, { language, title }: WantedArticle): Promise<string | null> {
  const query = { action: 'query', list: 'search', srsearch: title, srlimit: 1, format: 'json' }
  return askActionApi(ctx, language, query, parseSearch)
}

const searchAnswer = z.object({ query: z.object({ search: z.array(z.object({ title: z.string().min(1) })) }) })

/** @param body JSON of `list=search`
 * @returns title of the first hit, null when there is none */
function parseSearch(body: unknown): string | null {
  return readShape(searchAnswer, body).query.search[0]?.title ?? null
}
