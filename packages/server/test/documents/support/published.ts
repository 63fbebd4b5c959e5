// The OpenAPI document as its readers take it: found by its address, references resolved, and nothing known besides.
import SwaggerParser from '@apidevtools/swagger-parser'
import { Ajv } from 'ajv'
import { z } from 'zod'

const body = z.object({
  'application/json': z.object({
    schema: z.record(z.string(), z.unknown()),
    examples: z.record(z.string(), z.object({ summary: z.string(), value: z.unknown() })).default({}),
  }),
})
const responses = z.record(z.string(), z.object({ headers: z.record(z.string(), z.unknown()), content: body }))
const publishedDocument = z.object({
  servers: z.tuple([z.object({ url: z.url() })]),
  paths: z.record(
    z.string(),
    z.union([
      z.object({ post: z.object({ requestBody: z.object({ content: body }), responses }) }),
      z.object({ get: z.object({ responses }) }),
    ]),
  ),
  components: z.object({
    securitySchemes: z.object({
      apiKey: z.object({ type: z.literal('apiKey'), in: z.literal('header'), name: z.string() }),
    }),
  }),
})

type Responses = z.output<typeof responses>

/** One call that the document shows. */
export interface ShownCall {
  readonly path: string
  readonly summary: string
  readonly input: unknown
  readonly responses: Responses
}

export interface Published {
  readonly baseUrl: string
  readonly keyHeader: string
  readonly calls: readonly ShownCall[]
  readonly usage: Responses
}

export async function readPublished(address: string): Promise<Published> {
  const text = await (await fetch(address)).text()
  const { servers, paths, components } = publishedDocument.parse(await SwaggerParser.dereference(JSON.parse(text)))
  const usage = paths['/usage']
  if (usage === undefined || !('get' in usage)) throw new Error('the document has no /usage')
  return {
    baseUrl: servers[0].url,
    keyHeader: components.securitySchemes.apiKey.name,
    usage: usage.get.responses,
    calls: Object.entries(paths).flatMap(([path, item]) => {
      if (!('post' in item)) return []
      const { requestBody, responses } = item.post
      const { examples } = requestBody.content['application/json']
      return Object.values(examples).map(({ summary, value }) => ({ path, summary, input: value, responses }))
    }),
  }
}

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
/** Headers that tell of a call. The mark of the sandbox is none: it stands on everything. */
const TOLD = /^(?:x-(?!content-type-options$|kiosk-sandbox$)|ratelimit|retry-after|idempotency-)/

/** Where an answer is not as the document has it; empty when it is. */
export async function deviations(answer: Response, documented: Responses): Promise<string[]> {
  const response = documented[String(answer.status)]
  if (response === undefined) return [`${answer.status} is not documented: ${await answer.text()}`]
  const names = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()))
  const untold = [...answer.headers.keys()].filter((name) => TOLD.test(name) && !names.has(name))
  const { schema } = response.content['application/json']
  const fits = ajv.validate(schema, await answer.json())
  return [
    ...untold.map((name) => `${answer.status}: the header ${name} is not documented`),
    ...(fits ? [] : [`${answer.status}: ${ajv.errorsText()}`]),
    ...(answer.headers.has('x-request-id') ? [] : ['x-request-id is missing']),
  ]
}
