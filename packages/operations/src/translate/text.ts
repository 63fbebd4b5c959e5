import { defineOperation, elapsedMs, fetchedAt, languageTag, OperationError, proxyUrl } from '@kiosk/catalog'
import { z } from 'zod'
import { cloud } from './lib/cloud.ts'
import { dict } from './lib/dict.ts'
import type { Engine, EngineContext, EngineRequest, Translation } from './lib/engine.ts'
import { gtx } from './lib/gtx.ts'
import { canonicalLanguage, isLanguage, isSameLanguage } from './lib/languages.ts'
import { libre } from './lib/libre.ts'
import { memory } from './lib/memory.ts'
import { withoutBlanks } from './lib/pieces.ts'
import { refuseLanguage } from './lib/refusals.ts'
import { translate } from './provider.ts'

/** Leaves the 15 s of the operation room to answer. */
const BUDGET_MS = 14_000
const REQUEST_MS = 4_500

const MAX_CHARACTERS = 5000

/** Those that an operator configured first. */
const engines: readonly Engine[] = [libre, cloud, gtx, dict, memory]

const input = z.strictObject({
  text: z
    .string()
    .min(1)
    // Characters, where zod counts UTF-16 units; the schema that callers see says it the same way.
    .refine((text) => characters(text) <= MAX_CHARACTERS, `expected at most ${MAX_CHARACTERS} characters`)
    .refine((text) => /\S/.test(text), 'expected more than white space')
    .meta({ maxLength: MAX_CHARACTERS })
    .describe('Text to translate.'),
  target: languageTag.describe('Language to translate to: a tag such as `de`, `pt-BR` or `zh-CN`.'),
  source: z
    .string()
    .trim()
    .min(2)
    .max(12)
    .regex(/^(?:[Aa][Uu][Tt][Oo]|[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/, 'expected auto or a language tag')
    .default('auto')
    .describe('Language of the text: `auto` or a tag.'),
  proxyUrl,
})

const output = z.object({
  text: z.string().describe('The input text.'),
  translatedText: z.string().describe('The translation, line breaks kept.'),
  source: z.string().nullable().describe('Language of the text, given or detected.'),
  target: z.string().describe('Target language as sent.'),
  confidence: z.number().min(0).max(1).nullable().describe('0-1: certainty of the detected language.'),
  charCount: z.int().min(0).describe('Characters of the input text.'),
  provider: z
    .string()
    .describe('Name of the engine that answered; `none` when source and target are the same language.'),
  elapsedMs,
  fetchedAt,
})

export const operation = defineOperation({
  provider: translate,
  slug: 'translate-text.get',
  id: 'translate.text',
  title: 'Text translation',
  description: 'Translates a text into a target language.',
  category: 'language',
  tags: ['translate', 'text'],
  units: 1,
  timeoutSec: 15,
  cacheSec: 3600,
  access: 'public',
  needs: ['http'],
  input,
  output,
  examples: [
    { title: 'Several lines', input: { text: 'Hello world. How are you?\nSecond line.', target: 'fr' } },
    { title: 'From a given language', input: { text: 'Der Zug hat Verspätung.', source: 'de', target: 'en' } },
    { title: 'No such language', input: { text: 'Hello', target: 'xx' }, fails: 'INVALID_INPUT' },
  ],
  async run(ctx, input) {
    const started = ctx.clock.monotonicMs()
    const given = input.source.toLowerCase() === 'auto' ? null : input.source
    if (given !== null && !isLanguage(given)) throw refuseLanguage('source', given)
    if (!isLanguage(input.target)) throw refuseLanguage('target', input.target)

    const source = given && canonicalLanguage(given)
    const target = canonicalLanguage(input.target)
    const leftMs = () => started + BUDGET_MS - ctx.clock.monotonicMs()
    const done =
      source === target
        ? { text: input.text, source, confidence: null, engine: 'none' }
        : await askEngines(ctx, { text: input.text, source, target }, leftMs)
    return {
      text: input.text,
      translatedText: done.text,
      source: given ?? done.source,
      target: input.target,
      confidence: isAbout(done, source) ? done.confidence : null,
      charCount: characters(input.text),
      provider: done.engine,
      elapsedMs: Math.round(ctx.clock.monotonicMs() - started),
      fetchedAt: ctx.clock.now().toISOString(),
    }
  },
})

/** The first translation that an engine gives. Throws what the failures together mean. */
async function askEngines(
  ctx: EngineContext,
  wanted: Pick<EngineRequest, 'text' | 'source' | 'target'>,
  leftMs: () => number,
): Promise<Translation & { engine: string }> {
  const { core, restore } = withoutBlanks(wanted.text)
  const request = { ...wanted, text: core, timeoutMs: () => Math.max(1, Math.floor(Math.min(REQUEST_MS, leftMs()))) }
  const failures: OperationError[] = []
  for (const engine of engines) {
    if (leftMs() <= 0) break
    try {
      const translation = await engine.translate(ctx, request)
      if (translation) return { ...translation, text: restore(translation.text), engine: engine.name }
    } catch (error) {
      // A caller who left ends the call, and so does a defect of ours.
      if (ctx.signal.aborted || !(error instanceof OperationError)) throw error
      failures.push(error)
    }
  }
  throw verdict(failures)
}

/** A limit if one engine named it, else the last failure; a refused language only if nothing else went wrong. */
function verdict(failures: readonly OperationError[]): OperationError {
  const failed = failures.filter(({ code }) => code !== 'INVALID_INPUT')
  const limited = failed.find(({ code }) => code === 'UPSTREAM_RATE_LIMITED')
  const last = limited ?? failed.at(-1) ?? failures.at(-1)
  return last ?? new OperationError('UPSTREAM_TIMEOUT', 'No engine answered in time.')
}

/** False for a certainty about no language, or about another than the one that the caller gave. */
function isAbout({ source }: Translation, given: string | null): boolean {
  return source !== null && (given === null || isSameLanguage(canonicalLanguage(source), given))
}

function characters(text: string): number {
  return [...text].length
}
