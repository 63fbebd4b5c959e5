import { changed, type HttpResponse, OperationError } from '@kiosk/catalog'
import { z } from 'zod'
import { jsonOf, optionalText, readShape, understand } from '../../shared/answer.ts'
import { optionalWhole } from '../../shared/numbers.ts'
import { rateLimited, refuseUnlessOk, upstreamDetails } from '../../shared/upstream.ts'
import { translate } from '../provider.ts'
import type { Engine, EngineContext, EngineRequest, Translation } from './engine.ts'
import { splitText, translatePieces } from './pieces.ts'
import { refuseLanguage } from './refusals.ts'
import { unescapeText } from './unescape.ts'

const MAX_BYTES = 500
const AT_ONCE = 4

/** A longer text would use up the day's free allowance by itself. */
const MAX_PIECES = 16

/** The translation memory MyMemory. It cannot detect a language. */
export const memory: Engine = {
  name: 'memory',
  async translate(ctx, request) {
    const { source } = request
    if (source === null) return null
    const pieces = splitText(request.text, MAX_BYTES, (text) => new TextEncoder().encode(text).length)
    if (pieces.length > MAX_PIECES) return null
    return translatePieces(pieces, AT_ONCE, (piece) => translatePiece(ctx, request, source, piece))
  },
}

async function translatePiece(
  ctx: EngineContext,
  request: EngineRequest,
  source: string,
  q: string,
): Promise<Translation> {
  const response = await ctx.http.send({
    upstream: 'memory',
    path: '/get',
    query: { q, langpair: `${source}|${request.target}` },
    timeoutMs: request.timeoutMs(),
  })
  const body = response.json()
  // Its own status stands in the body, also under HTTP 403 and 429.
  if (body === undefined) refuseUnlessOk(translate, response, ctx.clock)
  const { status, text, details } = readAnswer(response)
  refuseMessages(ctx, response, request, status, [text, details].join('\n'))
  if (text === null) throw changed('responseData.translatedText', { details: upstreamDetails(translate, response) })
  return { text: unescapeText(text, q), source: null, confidence: null }
}

const answer = z.object({
  responseStatus: optionalWhole,
  responseData: z.object({ translatedText: optionalText }).nullish().catch(null),
  responseDetails: optionalText,
})

function readAnswer(response: HttpResponse) {
  const body = jsonOf(translate, response)
  const read = understand(translate, response, () => readShape(answer, body))
  return {
    status: read.responseStatus ?? response.status,
    text: read.responseData?.translatedText ?? null,
    details: read.responseDetails,
  }
}

/** Refusals come with HTTP 200 and stand where the translation should, in capitals. */
function refuseMessages(
  ctx: EngineContext,
  response: HttpResponse,
  request: EngineRequest,
  status: number,
  said: string,
): void {
  if (status === 429 || /^MYMEMORY WARNING/m.test(said)) throw rateLimited(translate, response, secondsUntilFree(said))
  const language = /^'.*' IS AN INVALID (SOURCE|TARGET) LANGUAGE/m.exec(said)?.[1]
  if (language === 'SOURCE') throw refuseLanguage('source', request.source)
  if (language === 'TARGET' || /^PLEASE SELECT TWO DISTINCT LANGUAGES/m.test(said)) {
    throw refuseLanguage('target', request.target)
  }
  refuseUnlessOk(translate, response, ctx.clock)
  if (status >= 400 || /^(?:QUERY LENGTH LIMIT|NO QUERY SPECIFIED|INVALID LANGUAGE PAIR)/m.test(said)) {
    throw new OperationError('UPSTREAM_ERROR', `${translate.title}: the translation memory refused with ${status}.`, {
      details: upstreamDetails(translate, response),
    })
  }
}

/** "NEXT AVAILABLE IN 11 HOURS 32 MINUTES 10 SECONDS" */
function secondsUntilFree(said: string): number | null {
  const [, hours, minutes, seconds] = /AVAILABLE IN\s+(\d+) HOURS? (\d+) MINUTES? (\d+) SECONDS?/.exec(said) ?? []
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
