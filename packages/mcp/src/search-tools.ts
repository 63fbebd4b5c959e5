// The search mode: a few tools that find, describe and call operations, for clients that cannot hold a tool for each.
import { type CatalogOperation, inDialect, priceSentence, type Tool, toolName } from '@kiosk/catalog'

export const SEARCH = 'search_operations'
export const DESCRIBE = 'describe_operation'
export const CALL_READ = 'call_read_operation'
export const CALL_WRITE = 'call_write_operation'

type Plain = Omit<Tool, '_meta' | 'outputSchema'>

const name = { type: 'string', description: 'Name of the operation, such as currency_convert.' } as const

function readOnly(title: string, openWorldHint: boolean): Tool['annotations'] {
  return { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint }
}

/** @param operations of the selection; the tool for those that act on an account is there only when there are any */
export function searchTools(operations: readonly CatalogOperation[]): Plain[] {
  const call = (toolNameOf: string, title: string, description: string, annotations: Tool['annotations']): Plain => ({
    name: toolNameOf,
    title,
    description,
    annotations,
    inputSchema: {
      type: 'object',
      properties: {
        name,
        input: { type: 'object', description: `Input as ${DESCRIBE} says.`, additionalProperties: true },
      },
      required: ['name', 'input'],
      additionalProperties: false,
    },
  })
  const acting = operations.some(({ access }) => access === 'account')
  return [
    {
      name: SEARCH,
      title: 'Search operations',
      description: `Finds operations of this gateway by words. Without words: all ${operations.length} names by category. Costs nothing.`,
      annotations: readOnly('Search operations', false),
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string', description: 'Words to look for, such as: web page to markdown.' } },
        required: [],
        additionalProperties: false,
      },
    },
    {
      name: DESCRIBE,
      title: 'Describe an operation',
      description: 'Says what an operation takes, answers and costs, with an example. Costs nothing.',
      annotations: readOnly('Describe an operation', false),
      inputSchema: { type: 'object', properties: { name }, required: ['name'], additionalProperties: false },
    },
    call(
      CALL_READ,
      'Call a reading operation',
      'Calls an operation that only reads. It costs the units that its description names.',
      readOnly('Call a reading operation', true),
    ),
    ...(acting
      ? [
          call(
            CALL_WRITE,
            'Call an acting operation',
            'Calls an operation that acts on the account whose credentials are passed; that cannot be taken back. Ask the user first.',
            {
              title: 'Call an acting operation',
              readOnlyHint: false,
              destructiveHint: true,
              idempotentHint: false,
              openWorldHint: true,
            },
          ),
        ]
      : []),
  ]
}

const MOST_FOUND = 12

/** Text for a model: best first. */
export function searchText(operations: readonly CatalogOperation[], query: string): string {
  const words = stemsOf(query)
  if (words.length === 0) return namesByCategory(operations)
  const texts = operations.map(fieldsOf)
  const rarities = words.map((word) => rarityOf(word, texts))
  const scored = operations
    .map((operation, at) => ({ operation, score: scoreOf(texts[at] ?? [], words, rarities) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_FOUND)
  if (scored.length === 0) return `Nothing matches. These are all of them:\n${namesByCategory(operations)}`
  return scored.map(({ operation }) => lineOf(operation)).join('\n')
}

interface Field {
  readonly words: readonly string[]
  readonly weight: number
}

function fieldsOf({ slug, title, description, tags, category }: CatalogOperation): Field[] {
  return [
    { words: stemsOf(`${slug} ${title}`), weight: 4 },
    { words: stemsOf(`${tags.join(' ')} ${category}`), weight: 3 },
    { words: stemsOf(description), weight: 1 },
  ]
}

/** Words in lower case, without a plural's end. */
function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word))
}

/** A word that every operation has says nothing. */
function rarityOf(word: string, texts: readonly (readonly Field[])[]): number {
  const having = texts.filter((fields) => fields.some((field) => matches(field, word))).length
  return Math.log((texts.length + 1) / (having + 0.5))
}

function scoreOf(fields: readonly Field[], words: readonly string[], rarities: readonly number[]): number {
  const best = (word: string) =>
    Math.max(0, ...fields.filter((field) => matches(field, word)).map(({ weight }) => weight))
  return words.reduce((sum, word, at) => sum + best(word) * Math.max(0, rarities[at] ?? 0), 0)
}

function matches({ words }: Field, word: string): boolean {
  return words.some((own) => own === word || (word.length > 3 && own.startsWith(word)))
}

function lineOf({ slug, title, description, units }: CatalogOperation): string {
  return `${toolName(slug)}: ${title}. ${description} (${units} ${units === 1 ? 'unit' : 'units'})`
}

function namesByCategory(operations: readonly CatalogOperation[]): string {
  return [...Map.groupBy(operations, ({ category }) => category)]
    .map(([category, own]) => `${category}: ${own.map(({ slug }) => toolName(slug)).join(', ')}`)
    .join('\n')
}

/** Everything that is needed to call an operation, as JSON text. */
export function describeText(operation: CatalogOperation): string {
  const { slug, title, description, timeoutSec, access, inputSchema, outputSchema, examples } = operation
  const example = examples.find(({ fails }) => fails === undefined)
  return JSON.stringify({
    name: toolName(slug),
    title,
    description,
    price: priceSentence(operation),
    timeoutSec,
    callBy: access === 'account' ? CALL_WRITE : CALL_READ,
    input: inDialect(inputSchema, 'mcp'),
    output: inDialect(outputSchema, 'mcp'),
    ...(example !== undefined && { example: example.input }),
  })
}
