import type { HttpResponse } from '@kiosk/catalog'
import { z } from 'zod'
import { jsonOf, optionalText, readShape, understand } from '../../shared/answer.ts'
import { rateLimited, refuseUnlessOk, retryAfterSec } from '../../shared/upstream.ts'
import { translate } from '../provider.ts'
import type { Engine, EngineContext, Translation } from './engine.ts'
import { fromGoogleCode, googleCode } from './languages.ts'
import { refuseLanguage } from './refusals.ts'
import { unescapeText } from './unescape.ts'

/** Google Cloud Translation, basic edition (v2), for operators with a key. */
export const cloud: Engine = {
  name: 'cloud',
  async translate(ctx, { text, source, target, timeoutMs }) {
    const key = ctx.setting('cloudKey')
    if (key === undefined) return null
    const response = await ctx.http.send({
      upstream: 'cloud',
      path: '/language/translate/v2',
      query: { key: key.reveal() },
      json: {
        q: text,
        ...(source !== null && { source: googleCode(source) }),
        target: googleCode(target),
        format: 'text',
      },
      timeoutMs: timeoutMs(),
    })
    refuse(ctx, response, source, target)
    const body = jsonOf(translate, response)
    const translation = understand(translate, response, () => parseCloud(body))
    // Servers that only speak this protocol may escape in spite of `format`.
    return { ...translation, text: unescapeText(translation.text, text) }
  },
}

const answer = z.object({
  data: z.object({
    translations: z.array(z.object({ translatedText: z.string().min(1), detectedSourceLanguage: optionalText })).min(1),
  }),
})

export function parseCloud(body: unknown): Translation {
  const [first] = readShape(answer, body).data.translations
  const code = first?.detectedSourceLanguage ?? null
  return { text: first?.translatedText ?? '', source: code && fromGoogleCode(code), confidence: null }
}

const refusal = z.object({
  error: z.object({
    message: z.string().catch(''),
    errors: z.array(z.object({ reason: optionalText })).catch([]),
    details: z.array(z.object({ fieldViolations: z.array(z.object({ field: optionalText })).catch([]) })).catch([]),
  }),
})

function refuse(ctx: EngineContext, response: HttpResponse, source: string | null, target: string): void {
  const error = refusal.safeParse(response.json()).data?.error
  const reasons = error?.errors.map(({ reason }) => reason).join(' ') ?? ''
  if (response.status === 403 && /limit|quota/i.test(reasons)) {
    throw rateLimited(translate, response, retryAfterSec(response, ctx.clock))
  }
  if (response.status === 400 && /language|invalid value/i.test(error?.message ?? '')) {
    const fields = error?.details.flatMap(({ fieldViolations }) => fieldViolations.map(({ field }) => field)) ?? []
    if (!fields.includes('source')) throw refuseLanguage('target', target)
    // Without a given source it is the text whose language was not recognized, such as emoji alone.
    if (source !== null) throw refuseLanguage('source', source)
  }
  refuseUnlessOk(translate, response, ctx.clock)
}
