// The catalog as Markdown for people: the generated pages of the docs and the table in the README.
import { accessSentence, type CatalogDocument, type CatalogOperation, priceSentence } from './document.ts'
import { errorCodes, errorRow } from './errors.ts'
import { choiceSentence, type FieldRow, fieldRows } from './field-rows.ts'
import { slugStem } from './names.ts'

/** A table; cells may hold Markdown, bars and line breaks in them are taken care of. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')
}

/** One row per operation, for the README. Links point at `page`. */
export function operationsTable(catalog: CatalogDocument, page: string): string {
  return byCategory(catalog)
    .map(([category, operations]) => {
      const rows = operations.map((operation) => [
        `[\`${operation.slug}\`](${page}#${anchor(operation.slug)})`,
        operation.title,
        String(operation.units),
        operation.access,
      ])
      return `**${category}**\n\n${table(['Operation', 'What', 'Units', 'Access'], rows)}`
    })
    .join('\n\n')
}

/** `docs/operations.md`: every operation with its fields and first example. */
export function operationsPage(catalog: CatalogDocument): string {
  const sections = byCategory(catalog).map(
    ([category, operations]) => `## Category: ${category}\n\n${operations.map(operationSection).join('\n\n')}`,
  )
  const head = `# Operations

${catalog.operations.length} operations. Each is called with \`POST {base_url}/<slug>\`, the key in \`x-api-key\` and a JSON object as body; a success is the object described under *Response*, a failure is one of the [error codes](errors.md). A call costs its units only when it answers 2xx with a fresh run.`
  return `${[head, ...sections].join('\n\n')}\n`
}

function operationSection(operation: CatalogOperation): string {
  const { slug, title, description, timeoutSec, tags, inputSchema, outputSchema } = operation
  const access = accessSentence(operation)
  const facts = `${priceSentence(operation)} Time-out ${timeoutSec} s.${access && ` ${access}`} Tags: ${tags.join(', ')}.`
  const request = fieldRows(inputSchema, 'input')
  const choice = choiceSentence(inputSchema)
  return [
    `### ${slug}`,
    `**${title}.** ${description}`,
    facts,
    request.length === 0
      ? 'Request: `{}`.'
      : `Request:\n\n${table(['Field', 'Type', 'Rule', 'Meaning'], request.map(fieldCells))}${choice && `\n\n${choice}`}`,
    `Response:\n\n${table(['Field', 'Type', 'Present', 'Meaning'], fieldRows(outputSchema, 'output').map(fieldCells))}`,
    examples(operation),
  ].join('\n\n')
}

function fieldCells({ path, type, rules, description }: FieldRow): string[] {
  return [`\`${path}\``, type, rules.join(', '), prose(description)]
}

/** Angle brackets of a sentence are no HTML; those between backticks are safe already. */
function prose(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('`')
}

function examples(operation: CatalogOperation): string {
  const lines = operation.examples.map(({ title, input, fails }) => {
    const end = fails ? ` fails with [\`${fails}\`](errors.md#${fails})` : ''
    return `- ${title}: \`${JSON.stringify(input)}\`${end}`
  })
  return `Examples:\n\n${lines.join('\n')}`
}

function byCategory(catalog: CatalogDocument): [string, CatalogOperation[]][] {
  const groups = Map.groupBy(catalog.operations, (operation) => operation.category)
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Anchor that Markdown renderers give a heading that is a slug: `screenshot.post` → `screenshotpost` */
function anchor(slug: string): string {
  return slugStem(slug) + slug.slice(slugStem(slug).length + 1)
}

/** `docs/errors.md`: every code of the closed table. Each has an anchor of its own name, where `docs` of an error points. */
export function errorsPage(): string {
  const codes = [...errorCodes].sort((a, b) => errorRow(a).status - errorRow(b).status)
  const rows = codes.map((code) => {
    const { status, retryable, says } = errorRow(code)
    return [`<a id="${code}"></a>\`${code}\``, String(status), retryable ? 'yes' : 'no', says]
  })
  return `# Errors

Every failure has this body, whatever its status:

\`\`\`json
{ "error": { "code": "INVALID_INPUT", "message": "…", "field": "targets", "requestId": "req_…", "retryable": false, "docs": "…" } }
\`\`\`

\`code\`, \`message\`, \`requestId\`, \`retryable\` and \`docs\` are always there; \`field\` names the offending part on \`INVALID_INPUT\`; \`details\` may carry more facts, such as \`details.upstream\` with \`provider\` and \`status\`. Nothing that failed is billed. *Retry* says whether the same request may succeed later; when the answer carries \`Retry-After\`, wait that many seconds.

${table(['Code', 'Status', 'Retry', 'Meaning'], rows)}
`
}
