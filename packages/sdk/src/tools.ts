// Operations as tools of a language model: what the adapters of this package share.
import { bytesOf } from './call.ts'
import type { Kiosk } from './client.ts'
import type { CatalogDocument, CatalogOperation, JsonSchema } from './documents.ts'
import { isRecord, KioskError } from './errors.ts'

export interface ToolChoice {
  /** Operations by slug. Default: all that fit the rest. */
  readonly slugs?: readonly string[] | undefined
  /** Such as `web` or `developer`. Default: all. */
  readonly categories?: readonly string[] | undefined
  /** True: also operations that act on somebody's account, such as posting. Default false. */
  readonly actions?: boolean | undefined
}

export interface ToolOptions extends ToolChoice {
  /** Characters of an answer that a model is given at most. Default 20,000. */
  readonly maxChars?: number | undefined
}

export interface ToolSpec {
  /** `currency-convert.get` → `currency_convert` */
  readonly name: string
  readonly slug: string
  readonly title: string
  /** Purpose, and the price in the last line. */
  readonly description: string
  /** JSON Schema of the input. */
  readonly inputSchema: JsonSchema
}

/** What a model reads of an answer unless more is asked for. */
const MAX_CHARS = 20_000

/** The tools of a catalog, in its order. Throws `TypeError` for a slug that it does not have. */
export function toolSpecs({ operations }: Pick<CatalogDocument, 'operations'>, choice: ToolChoice = {}): ToolSpec[] {
  const { slugs, categories, actions = false } = choice
  const unknown = slugs?.find((slug) => !operations.some((operation) => operation.slug === slug))
  if (unknown !== undefined) throw new TypeError(`slugs: the catalog has no ${unknown}`)
  return operations
    .filter(({ slug }) => slugs === undefined || slugs.includes(slug))
    .filter(({ category }) => categories === undefined || categories.includes(category))
    .filter(({ access }) => actions || access !== 'account')
    .map(specOf)
}

function specOf({ slug, title, description, units, cacheSec, access, inputSchema }: CatalogOperation): ToolSpec {
  const price = `Costs ${units} ${units === 1 ? 'unit' : 'units'}${cacheSec > 0 ? `; cached ${cacheSec} s (a hit is free)` : ''}.`
  const acts = access === 'account' ? '\nActs on the account whose credentials are passed.' : ''
  return { name: toolName(slug), slug, title, description: `${description}${acts}\n${price}`, inputSchema }
}

function toolName(slug: string): string {
  return slug.replace(/\.(?:get|post)$/, '').replaceAll('-', '_')
}

/** Runs a tool and says what came of it as text. Never rejects for a refusal or a failure of the service: a model can act on those. */
export async function runTool(
  kiosk: Kiosk,
  slug: string,
  input: unknown,
  { maxChars = MAX_CHARS, signal }: { maxChars?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  if (!isRecord(input)) return 'INVALID_INPUT: the input must be a JSON object.'
  try {
    return readable(await kiosk.call(slug, input, { signal }), maxChars)
  } catch (error) {
    if (error instanceof KioskError) return refusalText(error)
    throw error
  }
}

function readable(output: unknown, maxChars: number): string {
  const text = JSON.stringify(output, (_, value: unknown) => (isFile(value) ? sizeOf(value) : value))
  if (text.length <= maxChars) return text
  return `${text.slice(0, maxChars)}… (${text.length - maxChars} more characters were cut; ask for less)`
}

const FILE_STARTS = ['iVBORw0KGgo', '/9j/', 'JVBERi0', 'UklGR']

/** Pictures and documents in base64: a model cannot read them, and pays for each character. */
function isFile(value: unknown): value is string {
  return typeof value === 'string' && value.length > 500 && FILE_STARTS.some((start) => value.startsWith(start))
}

function sizeOf(base64: string): string {
  return `(a file of ${bytesOf(base64).length} bytes, left out)`
}

function refusalText({ code, message, field, requestId, retryAfterSec }: KioskError): string {
  const facts = [
    ...(field === undefined ? [] : [`field ${field}`]),
    ...(retryAfterSec === undefined ? [] : [`try again in ${retryAfterSec} s`]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ]
  return `${code}: ${message}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`
}
