// The catalog as an OpenAPI 3.0.3 document.
import {
  accessSentence,
  type CatalogDocument,
  type CatalogExample,
  type CatalogOperation,
  priceSentence,
} from './document.ts'
import { failureStatuses } from './failures.ts'
import { choiceSentence } from './field-rows.ts'
import { inDialect } from './json-schema.ts'
import { methodName } from './names.ts'
import { components } from './openapi-components.ts'
import { headerRefs, quotaHeaders } from './openapi-headers.ts'
import { errorRefs } from './openapi-responses.ts'

/** An OpenAPI 3.0.3 document. */
export interface OpenApiDocument {
  readonly openapi: '3.0.3'
  readonly info: Readonly<Record<string, unknown>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: Readonly<Record<string, unknown>>
  readonly [part: string]: unknown
}

/** Made from the catalog document alone, so that whoever has the one has the other.
 * A degraded catalog gives `x-degraded: true` and, as callers were promised, `degraded: true` at the top, which plain OpenAPI does not know. */
export function openApiDocument(catalog: CatalogDocument): OpenApiDocument {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Kiosk',
      version: catalog.version,
      description:
        'Many operations behind one shape of call: `POST /<slug>` with a JSON body and an API key. A success is the output itself; every failure wears one envelope. A call costs its units if and only if it answers 2xx with a fresh run.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    ...(catalog.degraded && { 'x-degraded': true, degraded: true }),
    servers: [{ url: catalog.baseUrl }],
    security: [{ apiKey: [] }],
    tags: tagsOf(catalog),
    paths: {
      ...Object.fromEntries(
        catalog.operations.map((operation) => [`/${operation.slug}`, { post: pathOperation(operation) }]),
      ),
      '/usage': { get: usageOperation },
    },
    components: components([...USAGE_FAILURES, ...catalog.operations.flatMap(failureStatuses)]),
  }
}

function tagsOf(catalog: CatalogDocument) {
  const categories = [...new Set(catalog.operations.map((operation) => operation.category))].sort()
  return [
    ...categories.map((name) => ({ name, description: `Operations of the category ${name}.` })),
    { name: 'account', description: 'What the organization has spent.' },
  ]
}

function pathOperation(operation: CatalogOperation) {
  const { slug, title, description, category, units, timeoutSec, cacheSec, access } = operation
  return {
    operationId: methodName(slug),
    summary: title,
    description: [description, accessSentence(operation), priceSentence(operation)].filter(Boolean).join('\n\n'),
    tags: [category],
    'x-units': units,
    'x-timeout': timeoutSec,
    'x-cache': cacheSec,
    'x-access': access,
    parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }, { $ref: '#/components/parameters/ProxyUrl' }],
    requestBody: requestBody(operation),
    responses: { '200': success(operation), ...errorRefs(failureStatuses(operation)) },
  }
}

function requestBody(operation: CatalogOperation) {
  // An input that is wrong on purpose would not fit the schema beside it.
  const fitting = operation.examples.filter((example) => example.fails !== 'INVALID_INPUT')
  const choice = choiceSentence(operation.inputSchema)
  return {
    description: ['One JSON object; unknown fields are refused.', choice].filter(Boolean).join(' '),
    // An empty body counts as `{}`.
    required: (operation.inputSchema.required ?? []).length > 0,
    content: {
      'application/json': {
        schema: inDialect(operation.inputSchema, 'openapi-3.0'),
        ...named(fitting, (example) => ({
          summary: example.fails ? `${example.title} (fails with ${example.fails})` : example.title,
          value: example.input,
        })),
      },
    },
  }
}

function success(operation: CatalogOperation) {
  const shown = operation.examples.filter((example) => example.output !== undefined)
  return {
    description: `${operation.title}.`,
    headers: headerRefs([
      'RequestId',
      ...(operation.cacheSec > 0 ? (['Cache'] as const) : []),
      ...quotaHeaders,
      'QuotaCost',
      'IdempotencyReplayed',
    ]),
    content: {
      'application/json': {
        schema: inDialect(operation.outputSchema, 'openapi-3.0'),
        ...named(shown, (example) => ({ summary: example.title, value: example.output })),
      },
    },
  }
}

/** `examples` under names that stay the same when another one is added; nothing when there are none. */
function named(examples: readonly CatalogExample[], show: (example: CatalogExample) => unknown) {
  if (examples.length === 0) return {}
  return { examples: Object.fromEntries(examples.map((example) => [exampleName(example.title), show(example)])) }
}

function exampleName(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

const USAGE_FAILURES = [401, 500, 503]

const usageOperation = {
  operationId: 'usage',
  summary: 'Usage of this month',
  description: 'Reads quota and spending of the organization. Costs nothing.',
  tags: ['account'],
  'x-units': 0,
  responses: {
    '200': {
      description: 'Quota and spending.',
      headers: headerRefs(['RequestId', ...quotaHeaders]),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Usage' } } },
    },
    ...errorRefs(USAGE_FAILURES),
  },
}
