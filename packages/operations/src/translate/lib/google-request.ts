// How Google's free endpoints are asked.
import type { HttpRequest, HttpResponse } from '@kiosk/catalog'
import { refuseUnlessOk } from '../../shared/upstream.ts'
import { translate } from '../provider.ts'
import type { EngineContext, EngineRequest } from './engine.ts'
import { googleCode } from './languages.ts'
import { refuseLanguage } from './refusals.ts'

/** Above this the text would make the address too long. */
const MAX_IN_ADDRESS = 1500

/** Throws for every answer but 2xx; 400 means a language it does not know. */
export async function askGoogle(
  ctx: EngineContext,
  { source, target, timeoutMs }: EngineRequest,
  text: string,
  where: Required<Pick<HttpRequest, 'upstream' | 'path' | 'query'>>,
): Promise<HttpResponse> {
  const query = { ...where.query, sl: googleCode(source), tl: googleCode(target) }
  const response = await ctx.http.send({
    ...where,
    ...(text.length > MAX_IN_ADDRESS ? { method: 'POST', query, form: { q: text } } : { query: { ...query, q: text } }),
    headers: { accept: '*/*' },
    agent: 'browser',
    // A redirect leads to the captcha page, nowhere else.
    redirects: 0,
    timeoutMs: timeoutMs(),
  })
  if (response.status === 400) throw refuseLanguage('target', target)
  refuseUnlessOk(translate, response, ctx.clock)
  return response
}
