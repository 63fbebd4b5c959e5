import { type HttpResponse, OperationError } from '@kiosk/catalog'
import { z } from 'zod'
import { jsonOf, optionalText, readShape, understand } from '../../shared/answer.ts'
import { numeric } from '../../shared/numbers.ts'
import { rateLimited, refuseUnlessOk, retryAfterSec } from '../../shared/upstream.ts'
import { translate } from '../provider.ts'
import type { Engine, EngineContext, EngineRequest, Translation } from './engine.ts'
import { refuseLanguage } from './refusals.ts'

const TO_LIBRE = new Map([
  ['zh-CN', 'zh'],
  ['zh-TW', 'zt'],
  ['pt-BR', 'pb'],
])

/** Newer servers answer with the codes on the right of this list as `zh-Hans` and so on. */
const FROM_LIBRE = new Map([
  ['zh', 'zh-CN'],
  ['zh-Hans', 'zh-CN'],
  ['zt', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['pb', 'pt-BR'],
])

/** A LibreTranslate server of the operator's; without an address for it there is none. */
export const libre: Engine = {
  name: 'libre',
  async translate(ctx, request) {
    const response = await ask(ctx, request)
    if (response === null) return null
    if (response.status === 400) refuseUnsupported(response, request)
    // "Too many request limits violations": an address that went on asking after 429.
    if (response.status === 403 && /limit/i.test(saidBy(response))) {
      throw rateLimited(translate, response, retryAfterSec(response, ctx.clock))
    }
    refuseUnlessOk(translate, response, ctx.clock)
    const body = jsonOf(translate, response)
    return understand(translate, response, () => parseLibre(body))
  },
}

async function ask(ctx: EngineContext, request: EngineRequest): Promise<HttpResponse | null> {
  const key = ctx.setting('libreKey')
  try {
    return await ctx.http.send({
      upstream: 'libre',
      path: '/translate',
      json: {
        q: request.text,
        source: request.source === null ? 'auto' : libreCode(request.source),
        target: libreCode(request.target),
        format: 'text',
        ...(key && { api_key: key.reveal() }),
      },
      timeoutMs: request.timeoutMs(),
    })
  } catch (error) {
    if (error instanceof OperationError && error.code === 'NOT_CONFIGURED') return null
    throw error
  }
}

const certainty = numeric.pipe(z.number().min(0).max(100)).nullable().catch(null)

const answer = z.object({
  translatedText: z.string().min(1),
  detectedLanguage: z.object({ language: optionalText, confidence: certainty }).nullish().catch(null),
})

export function parseLibre(body: unknown): Translation {
  const { translatedText, detectedLanguage } = readShape(answer, body)
  const language = detectedLanguage?.language ?? null
  const confidence = detectedLanguage?.confidence ?? null
  return {
    text: translatedText,
    source: language && (FROM_LIBRE.get(language) ?? language),
    // In per cent since version 1.3, a fraction before.
    confidence: confidence !== null && confidence > 1 ? confidence / 100 : confidence,
  }
}

function libreCode(tag: string): string {
  return TO_LIBRE.get(tag) ?? tag.replace(/-.*/, '')
}

/** `{"error": "xx is not supported"}`, where xx is the code that was sent. */
function refuseUnsupported(response: HttpResponse, { source, target }: EngineRequest): void {
  const code = /^(\S+) is not supported/.exec(saidBy(response))?.[1]
  if (code === undefined) return
  throw source !== null && code === libreCode(source)
    ? refuseLanguage('source', source)
    : refuseLanguage('target', target)
}

/** What a refusal says in words. */
function saidBy(response: HttpResponse): string {
  return z.object({ error: z.string() }).safeParse(response.json()).data?.error ?? ''
}
