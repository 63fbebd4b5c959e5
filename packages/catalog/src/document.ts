// The catalog document: everything a reader outside of the house knows about the operations. OpenAPI, MCP tools and docs are made from it alone.
import { z } from 'zod'
import { inputSchema, outputSchema } from './json-schema.ts'
import { isJsonSchema, type JsonSchema } from './json-schema-walk.ts'
import type { Operation } from './operation.ts'

const jsonSchema = z.custom<JsonSchema>(isJsonSchema, 'expected a JSON Schema object')

const catalogExample = z.object({
  title: z.string(),
  /** A request body that the input schema accepts, unless `fails` is `INVALID_INPUT`. */
  input: z.unknown(),
  /** The answer; absent when the example fails. */
  output: z.unknown().optional(),
  /** Error code of an example that shows a failure. */
  fails: z.string().optional(),
})

const catalogOperation = z.object({
  slug: z.string(),
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  /** Weight of a fresh success. */
  units: z.int().min(0),
  timeoutSec: z.number().positive(),
  /** Cache window; 0: none. */
  cacheSec: z.number().min(0),
  /** `public`, `credentials` or `account`; open, so that an older reader survives a newer service. */
  access: z.string(),
  inputSchema: jsonSchema,
  outputSchema: jsonSchema,
  examples: z.array(catalogExample),
})

/** Parses `GET /catalog` and `GET /api/catalog`. Tolerates fields it does not know. */
export const catalogDocumentSchema = z.object({
  service: z.string(),
  version: z.string(),
  /** True when the engine is away and the content may be stale. */
  degraded: z.boolean(),
  /** ISO 8601 UTC. */
  generatedAt: z.iso.datetime(),
  /** Where operations are called, without a slash at the end. */
  baseUrl: z.string(),
  operations: z.array(catalogOperation),
})

export type CatalogDocument = z.output<typeof catalogDocumentSchema>
export type CatalogOperation = z.output<typeof catalogOperation>
export type CatalogExample = z.output<typeof catalogExample>

/** Outputs of examples: slug → title of the example → output. */
export type ExampleOutputs = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface CatalogOptions {
  readonly operations: Iterable<Operation>
  readonly outputs: ExampleOutputs
  readonly version: string
  readonly baseUrl: string
  readonly generatedAt: Date
  readonly degraded?: boolean
}

/** Makes the document; operations come in the order of their slugs, whatever the order of the registry.
 * Costs some milliseconds per operation for the schemas: build it once, serve the bytes. */
export function catalogDocument(options: CatalogOptions): CatalogDocument {
  const operations = [...options.operations].sort((a, b) => (a.slug < b.slug ? -1 : 1))
  return {
    service: 'kiosk',
    version: options.version,
    degraded: options.degraded ?? false,
    generatedAt: options.generatedAt.toISOString(),
    baseUrl: options.baseUrl,
    operations: operations.map((operation) => catalogOperationOf(operation, options.outputs[operation.slug] ?? {})),
  }
}

function catalogOperationOf(operation: Operation, outputs: Readonly<Record<string, unknown>>): CatalogOperation {
  const { slug, id, title, description, category, tags, units, timeoutSec, cacheSec, access } = operation
  return {
    slug,
    id,
    title,
    description,
    category,
    tags: [...tags],
    units,
    timeoutSec,
    cacheSec,
    access,
    inputSchema: inputSchema(operation),
    outputSchema: outputSchema(operation),
    examples: operation.examples.map(({ title, input, fails }) => ({
      title,
      input,
      ...(fails ? { fails } : Object.hasOwn(outputs, title) && { output: outputs[title] }),
    })),
  }
}

/** One sentence on the price: `Costs 20 units; cached 300 s (a hit is free).` */
export function priceSentence(operation: Pick<CatalogOperation, 'units' | 'cacheSec'>): string {
  const units = `Costs ${operation.units} ${operation.units === 1 ? 'unit' : 'units'}`
  return operation.cacheSec > 0
    ? `${units}; cached ${operation.cacheSec} s (a hit is free).`
    : `${units}; never cached.`
}

/** One sentence on whose data it takes; empty for public operations. */
export function accessSentence(operation: Pick<CatalogOperation, 'access'>): string {
  if (operation.access === 'account') return 'Acts on the third-party account whose credentials are passed.'
  if (operation.access === 'credentials') return "Reads with the caller's own third-party credentials."
  return ''
}
