// One way to ask the action API, whose errors come with HTTP 200.
import { type Context, type HttpRequest, type HttpResponse, OperationError } from '@kiosk/catalog'
import { z } from 'zod'
import { jsonOf, understand } from '../../shared/answer.ts'
import { rateLimited, refuseUnlessOk, retryAfterSec } from '../../shared/upstream.ts'
import { encyclopedia } from '../provider.ts'

/** @returns what `parse` makes of the JSON; null where there is no such edition */
export async function askActionApi<T>(
  ctx: Context<'http'>,
  language: string,
  query: NonNullable<HttpRequest['query']>,
  parse: (body: unknown) => T,
): Promise<T | null> {
  const response = await ctx.http.send({
    params: { language },
    path: '/w/api.php',
    query,
    headers: { accept: 'application/json', 'accept-language': language },
    redirects: 0,
  })
  if (leadsElsewhere(response)) return null
  refuseUnlessOk(encyclopedia, response, ctx.clock)
  const body = jsonOf(encyclopedia, response)
  const code = errorCodeOf(body)
  if (code === 'ratelimited' || code === 'maxlag') {
    throw rateLimited(encyclopedia, response, retryAfterSec(response, ctx.clock))
  }
  return understand(encyclopedia, response, () => {
    if (code !== null) throw new OperationError('UPSTREAM_ERROR', `The encyclopedia failed with "${code}".`)
    return parse(body)
  })
}

/** An edition that does not exist sends visitors away. */
function leadsElsewhere({ status }: HttpResponse): boolean {
  return status === 404 || (status >= 300 && status < 400)
}

const failed = z.object({ error: z.object({ code: z.string().regex(/^[\w-]{1,60}$/) }) })

function errorCodeOf(body: unknown): string | null {
  return failed.safeParse(body).data?.error.code ?? null
}
