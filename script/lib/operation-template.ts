// Files of a new operation: small, but whole; they pass every suite as they are.
import { OPERATIONS } from './operation-files.ts'

export interface NewOperation {
  /** Lower-case word. */
  readonly provider: string
  /** Kebab-case, without the provider. */
  readonly name: string
  /** Suffix of the slug. */
  readonly suffix: 'get' | 'post'
}

/** Where the new operation asks: one of the provider's upstreams. */
export interface Upstream {
  readonly name: string
  readonly address: string
}

export interface NewFile {
  /** From the root of the repo. */
  readonly path: string
  readonly content: string
}

/** The files to write.
 * @param upstream of a provider that exists; null: the provider is new and gets its `provider.ts` */
export function newFiles(operation: NewOperation, upstream: Upstream | null): NewFile[] {
  const { provider, name } = operation
  const folder = `${OPERATIONS}/${provider}`
  const asked = upstream ?? newUpstream(provider)
  return [
    ...(upstream ? [] : [{ path: `${folder}/provider.ts`, content: providerSource(provider) }]),
    { path: `${folder}/${name}.ts`, content: operationSource(operation, asked) },
    { path: `${folder}/fixtures/${name}.json`, content: `${JSON.stringify(fixture(operation, asked), null, 2)}\n` },
  ]
}

/** `.example` never resolves: an address that nobody changed cannot reach anybody. */
function newUpstream(provider: string): Upstream {
  return { name: 'main', address: `https://api.${provider}.example` }
}

function providerSource(provider: string): string {
  return `import { defineProvider } from '@kiosk/catalog'

export const ${provider} = defineProvider({
  name: '${provider}',
  title: '${words(provider)}',
  upstreams: { main: '${newUpstream(provider).address}' },
  hosts: 'own',
})
`
}

function operationSource({ provider, name, suffix }: NewOperation, upstream: Upstream): string {
  const camel = camelCase(name)
  const named = upstream.name === 'main' ? '' : `upstream: '${upstream.name}', `
  return `import { defineOperation, fetchedAt, notFound } from '@kiosk/catalog'
import { z } from 'zod'
import { jsonOf, optionalText, readShape, understand } from '../shared/answer.ts'
import { refuseUnlessOk } from '../shared/upstream.ts'
import { ${provider} } from './provider.ts'

const input = z.strictObject({
  name: z.string().trim().min(1).max(100).describe('Name to look up.'),
})

const output = z.object({
  name: z.string().describe('Name as the upstream spells it.'),
  description: z.string().nullable().describe('Short description; null when there is none.'),
  fetchedAt,
})

export const operation = defineOperation({
  provider: ${provider},
  slug: '${provider}-${name}.${suffix}',
  id: '${provider}.${camel}',
  title: '${words(`${provider} ${name}`)}',
  description: 'Looks up one ${words(name).toLowerCase()} by its name.',
  category: 'reference',
  tags: ['${name}'],
  units: 1,
  timeoutSec: 15,
  cacheSec: 300,
  access: 'public',
  needs: ['http'],
  input,
  output,
  examples: [
    { title: 'A known name', input: { name: 'Blue Heron' } },
    { title: 'An unknown name', input: { name: 'No Such Heron' }, fails: 'NOT_FOUND' },
  ],
  async run(ctx, { name }) {
    const response = await ctx.http.send({ ${named}path: \`/${name}/\${encodeURIComponent(name)}\` })
    if (response.status === 404) throw notFound('There is nothing with this name.')
    refuseUnlessOk(${provider}, response, ctx.clock)
    const now = ctx.clock.now()
    return understand(${provider}, response, () => parse(jsonOf(${provider}, response), now))
  },
})

const answer = z.object({
  name: z.string().min(1),
  description: optionalText,
})

/** @param body JSON of \`GET /${name}/{name}\` */
export function parse(body: unknown, readAt: Date): z.output<typeof output> {
  const { name, description } = readShape(answer, body)
  return { name, description, fetchedAt: readAt.toISOString() }
}
`
}

function fixture({ provider, name, suffix }: NewOperation, upstream: Upstream) {
  const exchange = (asked: string, response: object) => ({
    request: { method: 'GET', url: `${upstream.address}/${name}/${encodeURIComponent(asked)}` },
    response,
  })
  return {
    operation: `${provider}-${name}.${suffix}`,
    now: '2026-03-14T09:30:00.000Z',
    cases: [
      {
        title: 'A known name',
        origin: 'composed',
        exchanges: [
          exchange('Blue Heron', { status: 200, body: { name: 'Blue Heron', description: 'A wading bird.' } }),
        ],
        output: { name: 'Blue Heron', description: 'A wading bird.', fetchedAt: '{{time}}' },
      },
      {
        title: 'An unknown name',
        origin: 'composed',
        exchanges: [exchange('No Such Heron', { status: 404, body: { error: 'not found' } })],
        fails: 'NOT_FOUND',
      },
      {
        title: 'No description',
        origin: 'composed',
        input: { name: 'Grey Heron' },
        exchanges: [exchange('Grey Heron', { status: 200, body: { name: 'Grey Heron' } })],
        output: { name: 'Grey Heron', description: null, fetchedAt: '{{time}}' },
      },
    ],
  }
}

function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function words(name: string): string {
  const text = name.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
