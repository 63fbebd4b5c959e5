// `kiosk catalog`: the operations of the gateway, or those built into this release.
import { type CatalogDocument, type CatalogOperation, catalogDocumentSchema } from '@kiosk/catalog'
import { CommandFailure, count, type Terminal, table } from '../cli-output.ts'
import { readBaseUrl, version } from '../config.ts'
import { defineCommand, jsonOption } from './command.ts'
import { askGateway, NoAnswer } from './gateway-client.ts'

const TIMEOUT_MS = 10_000

export const catalogCommand = defineCommand({
  name: 'catalog',
  summary: 'List the operations; with a slug, show one in full.',
  positionals: { shown: '[<slug or word>]', min: 0, max: 1 },
  options: {
    local: { says: 'The operations built into this release, without asking a gateway.' },
    json: jsonOption,
  },
  details: 'Asks the gateway at KIOSK_BASE_URL; where none answers, shows what is built in and says so.',
  examples: ['kiosk catalog', 'kiosk catalog currency', 'kiosk catalog encyclopedia-article.get'],
  async run({ values, positionals }, terminal) {
    const baseUrl = readBaseUrl(terminal.env)
    const document = await (values.local ? builtIn(baseUrl) : published(baseUrl, terminal))
    const [word] = positionals
    const operations = word === undefined ? document.operations : matching(document.operations, word)
    const exact = operations.find(({ slug }) => slug === word)
    if (operations.length === 0) {
      throw new CommandFailure(`No operation has ${JSON.stringify(word)} in its slug, title, category or tags.`, {
        code: 'NOTHING_FOUND',
        advice: 'kiosk catalog lists them all.',
      })
    }
    if (values.json) terminal.print(JSON.stringify({ ...document, operations }))
    else terminal.print(exact === undefined ? overview(operations) : inFull(exact))
    return 0
  },
})

async function published(baseUrl: string, terminal: Terminal): Promise<CatalogDocument> {
  try {
    const answer = await askGateway(`${baseUrl}/catalog`, { method: 'GET', timeoutMs: TIMEOUT_MS })
    return parseDocument(answer.text, baseUrl)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    terminal.note(`${error.message} These are the operations built into this release.`)
    return builtIn(baseUrl)
  }
}

function parseDocument(text: string, baseUrl: string): CatalogDocument {
  try {
    return catalogDocumentSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new CommandFailure(`${baseUrl}/catalog is no catalog of a Kiosk gateway.`, {
      code: 'NOT_A_GATEWAY',
      advice: 'KIOSK_BASE_URL says where the gateway is; kiosk catalog --local needs none.',
      cause,
    })
  }
}

async function builtIn(baseUrl: string): Promise<CatalogDocument> {
  const [{ registry }, { catalogDocument }] = await Promise.all([import('@kiosk/operations'), import('@kiosk/catalog')])
  return catalogDocument({ operations: registry.values(), outputs: {}, version, baseUrl, generatedAt: new Date() })
}

/** The operation with this slug alone, else those that have the word somewhere. */
function matching(operations: readonly CatalogOperation[], word: string): CatalogOperation[] {
  const exact = operations.filter(({ slug }) => slug === word)
  if (exact.length > 0) return exact
  const wanted = word.toLowerCase()
  return operations.filter(({ slug, title, category, tags }) =>
    [slug, title, category, ...tags].some((text) => text.toLowerCase().includes(wanted)),
  )
}

const seconds = (value: number) => (value === 0 ? '-' : `${value} s`)

function overview(operations: readonly CatalogOperation[]): string {
  const rows = operations.map(({ slug, units, timeoutSec, cacheSec, access, title }) => [
    slug,
    String(units),
    seconds(timeoutSec),
    seconds(cacheSec),
    access,
    title,
  ])
  return table(['SLUG', 'UNITS', 'TIMEOUT', 'CACHE', 'ACCESS', 'TITLE'], rows)
}

function inFull(operation: CatalogOperation): string {
  const { slug, title, description, units, timeoutSec, cacheSec, access, category, tags, examples } = operation
  const cached = cacheSec === 0 ? 'never cached' : `cached ${cacheSec} s`
  const calls = examples.map(
    ({ title, input, fails }) => `  # ${title}${fails === undefined ? '' : ` (${fails})`}\n  ${callLine(slug, input)}`,
  )
  return [
    `${slug}: ${title}`,
    description,
    `${count(units, 'unit')} · at most ${timeoutSec} s · ${cached} · ${access} · ${category} · ${tags.join(', ')}`,
    `Input (* must be sent):\n${fields(operation.inputSchema, '*')}`,
    `Output:\n${fields(operation.outputSchema, '')}`,
    `Examples:\n${calls.join('\n')}`,
  ].join('\n\n')
}

/** One row per field: name (with a mark where it is required), type, description. */
function fields(schema: CatalogOperation['inputSchema'], mark: string): string {
  const { properties, required } = schema
  if (typeof properties !== 'object' || properties === null) return '  (see --json)'
  const needed = Array.isArray(required) ? required : []
  const rows = Object.entries(properties as Record<string, Record<string, unknown>>).map(([name, field]) => [
    `  ${name}${needed.includes(name) ? mark : ''}`,
    typeOf(field),
    String(field.description ?? ''),
  ])
  return rows.length === 0 ? '  none: {}' : table([], rows)
}

function typeOf(field: Record<string, unknown>): string {
  if (Array.isArray(field.enum)) return field.enum.join(' | ')
  if (Array.isArray(field.anyOf)) return field.anyOf.map(typeOf).join(' | ')
  return Array.isArray(field.type) ? field.type.join(' | ') : String(field.type ?? 'any')
}

/** A call as it can be pasted into a POSIX shell. */
function callLine(slug: string, input: unknown): string {
  return `kiosk call ${slug} '${JSON.stringify(input).replaceAll("'", "'\\''")}'`
}
