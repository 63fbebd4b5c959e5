// One search for a title that no article has.
import { type Context, type HttpResponse, OperationError } from '@kiosk/catalog'
import { z } from 'zod'
import { jsonOf, readShape, understand } from '../../shared/answer.ts'
import { refuseUnlessOk } from '../../shared/upstream.ts'
import { encyclopedia } from '../provider.ts'
import type { WantedArticle } from './wanted.ts'

/** Title of the first hit; null when there is none, or no such edition. */
export async function bestHit(ctx: Context<'http'>, { language, title }: WantedArticle): Promise<string | null> {
  const response = await ctx.http.send({
    params: { language },
    path: '/w/api.php',
    query: { action: 'query', list: 'search', srsearch: title, srlimit: 1, format: 'json' },
    headers: { accept: 'application/json', 'accept-language': language },
    redirects: 0,
  })
  if (leadsElsewhere(response)) return null
  refuseUnlessOk(encyclopedia, response, ctx.clock)
  const body = jsonOf(encyclopedia, response)
  return understand(encyclopedia, response, () => parseSearch(body))
}

/** An edition that does not exist sends visitors away. */
function leadsElsewhere({ status }: HttpResponse): boolean {
  return status === 404 || (status >= 300 && status < 400)
}

const searchAnswer = z.object({ query: z.object({ search: z.array(z.object({ title: z.string().min(1) })) }) })
const searchError = z.object({ error: z.object({ code: z.string().regex(/^[\w-]{1,60}$/) }) })

/** @param body JSON of `list=search`; its errors come with HTTP 200
 * @returns title of the first hit, null when there is none */
export function parseSearch(body: unknown): string | null {
  const failed = searchError.safeParse(body)
  if (failed.success) {
    throw new OperationError('UPSTREAM_ERROR', `The encyclopedia's search failed with "${failed.data.error.code}".`)
  }
  return readShape(searchAnswer, body).query.search[0]?.title ?? null
}
