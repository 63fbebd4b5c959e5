// The catalog for language models: Markdown without a page around it, after the llms.txt convention.
import { accessSentence, type CatalogDocument, type CatalogOperation, priceSentence } from '@kiosk/catalog'
import { curlLine } from './curl-call.ts'
import { fieldLines } from './field-lines.ts'
import { sampleAnswer } from './sample-answer.ts'

/** The short index: what this is, and a link for each operation. */
export function llmsIndex(catalog: CatalogDocument, appUrl: string): string {
  const groups = Object.entries(Object.groupBy(catalog.operations, ({ category }) => category)).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const sections = groups.flatMap(([category, operations = []]) => [
    `## ${category}`,
    '',
    ...operations.map(
      (operation) =>
        `- [${operation.slug}](${appUrl}/catalog/${operation.slug}.md): ${operation.title}. ${priceSentence(operation)}`,
    ),
    '',
  ])
  return [
    ...introduction(catalog),
    '## Documents',
    '',
    `- [All operations in full](${appUrl}/llms-full.txt): fields, examples and a curl line for each`,
    `- [OpenAPI 3.0.3](${appUrl}/api/openapi.json)`,
    `- [Catalog with JSON Schemas](${appUrl}/api/catalog)`,
    `- [API reference](${appUrl}/docs): the same as pages for people`,
    `- [Error codes](${appUrl}/docs/errors)`,
    '',
    ...sections,
  ].join('\n')
}

/** Everything in one text. */
export function llmsFull(catalog: CatalogDocument): string {
  return [...introduction(catalog), ...catalog.operations.flatMap((one) => operationLines(one, catalog.baseUrl))].join(
    '\n',
  )
}

/** One operation. */
export function llmsOperation(operation: CatalogOperation, baseUrl: string): string {
  return operationLines(operation, baseUrl).join('\n')
}

function introduction({ baseUrl, degraded }: CatalogDocument): string[] {
  return [
    '# Kiosk',
    '',
    `> Many operations behind one shape of call: \`POST ${baseUrl}/<slug>\` with a JSON body and an API key in the header \`x-api-key\`.`,
    '',
    ...(degraded ? ['The engine does not answer right now: this list may be out of date.', ''] : []),
    'A success is the output object itself. Every failure is `{ "error": { code, message, requestId, retryable, docs } }`, with `field` where an input is wrong.',
    'A call costs its units if and only if it answers 2xx with a fresh run. Send `Idempotency-Key` (36 to 255 characters) to make a call safe to repeat.',
    `\`GET ${baseUrl}/usage\` with the same key reads the quota and costs nothing.`,
    '',
  ]
}

function operationLines(operation: CatalogOperation, baseUrl: string): string[] {
  const { slug, title, description, timeoutSec, inputSchema, outputSchema, examples } = operation
  const facts = [accessSentence(operation), priceSentence(operation), `Ends within ${timeoutSec} s.`].filter(Boolean)
  const input = fieldLines(inputSchema, 'input')
  return [
    `## ${slug}: ${title}`,
    '',
    description,
    '',
    facts.join(' '),
    '',
    '### Input',
    '',
    ...(input.length === 0 ? ['An empty object: `{}`.'] : input),
    '',
    '### Output',
    '',
    ...fieldLines(outputSchema, 'output'),
    '',
    ...examples.flatMap((example) => exampleLines(example, slug, baseUrl)),
  ]
}

function exampleLines(
  { title, input, output, fails }: CatalogOperation['examples'][number],
  slug: string,
  baseUrl: string,
): string[] {
  return [
    `### Example: ${title}${fails === undefined ? '' : ` (fails with ${fails})`}`,
    '',
    '```sh',
    curlLine(baseUrl, slug, input),
    '```',
    '',
    ...(output === undefined ? [] : ['```json', sampleAnswer(output), '```', '']),
  ]
}
