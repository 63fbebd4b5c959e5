// One way to ask the summary service, and what its statuses mean.
import type { Context, HttpResponse } from '@kiosk/catalog'
import { refuseUnlessOk } from '../../shared/upstream.ts'
import { encyclopedia } from '../provider.ts'
import { titleSegment, type WantedArticle } from './wanted.ts'

/** The answer with the summary, or one that `isMissing` or `hasNoSummary`; null for a title that no address can hold. */
export async function summary(ctx: Context<'http'>, { language, title }: WantedArticle): Promise<HttpResponse | null> {
  const segment = titleSegment(title)
  if (segment === null) return null
  const response = await ctx.http.send({
    params: { language },
    path: `/api/rest_v1/page/summary/${segment}`,
    query: { redirect: 'true' },
    headers: { accept: 'application/json', 'accept-language': language },
  })
  if (!isMissing(response) && !hasNoSummary(response)) refuseUnlessOk(encyclopedia, response, ctx.clock)
  return response
}

/** 400: the title has characters that no title may hold. */
export function isMissing({ status }: HttpResponse): boolean {
  return status === 404 || status === 400
}

/** 204: a page that is no article, such as a discussion. 410 and 501: the summary service was closed. */
export function hasNoSummary({ status }: HttpResponse): boolean {
  return status === 204 || status === 410 || status === 501
}
