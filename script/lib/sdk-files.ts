// The generated files of the SDK: types of all operations, the table that its methods come from, and the proof that the types are zod's.
import {
  accessSentence,
  binaryFields,
  type CatalogDocument,
  type CatalogOperation,
  errorTable,
  methodName,
  priceSentence,
} from '@kiosk/catalog'
import { OPERATIONS, type OperationFile, pathOf } from './operation-files.ts'
import { docOf, objectType } from './typescript-of-schema.ts'

export const SDK = 'packages/sdk'

/** Interfaces of inputs and outputs, and the methods with their documentation. */
export function typesSource({ operations }: CatalogDocument): string {
  return `// Types of every operation. Made by script/generate from the schemas: do not edit.
import type { Call, FileCall } from './call.ts'
import type { CallOptions } from './client.ts'

/** Codes of refusals and failures; the service's table has what each one means. */
export type ServiceErrorCode =
${Object.keys(errorTable)
  .map((code) => `  | '${code}'`)
  .join('\n')}

${operations.map(interfacesOf).join('\n')}
/** Input and output by slug. */
export interface Operations {
${operations.map((one) => `  '${one.slug}': { input: ${typeName(one)}Input; output: ${typeName(one)}Output }\n`).join('')}}

/** One method for each operation. Each rejects with \`KioskError\`. */
export interface OperationMethods {
${operations.map(methodOf).join('\n')}}
`
}

/** Runtime facts by method: slug, time-out in seconds, 1 when it acts on an account, and the field that holds a file. */
export function tableSource({ operations }: CatalogDocument): string {
  const rows = operations.map((one) => {
    const [file] = binaryFields(one)
    const facts = [one.slug, one.timeoutSec, one.access === 'account' ? 1 : 0, ...(file === undefined ? [] : [file])]
    return `  ${methodName(one.slug)}: ${JSON.stringify(facts).replaceAll('"', "'").replaceAll(',', ', ')},\n`
  })
  return `// What the methods of the client need to know. Made by script/generate: do not edit.

/** Slug, seconds of its time-out, 1 when it acts on an account, field of the output that holds a file. */
export type OperationRow = readonly [slug: string, timeoutSec: number, acts: 0 | 1, file?: string]

export const operations: Readonly<Record<string, OperationRow>> = {
${rows.join('')}}
`
}

/** A file that only compiles when each interface is what zod says of its schema. */
export function proofSource(files: readonly OperationFile[], slugOf: (file: OperationFile) => string): string {
  const lines = files.map((file) => {
    const name = typeName({ slug: slugOf(file) })
    return `export type ${name} = [
  Expect<Equal<z.input<Op<typeof import('../../../${OPERATIONS}/${pathOf(file)}')>['input']>, sdk.${name}Input>>,
  Expect<Equal<z.output<Op<typeof import('../../../${OPERATIONS}/${pathOf(file)}')>['output']>, sdk.${name}Output>>,
]
`
  })
  return `// The generated interfaces say exactly what zod says of the schemas, or this file does not compile. Made by script/generate: do not edit.
import type { z } from 'zod'
import type * as sdk from '../src/operation-types.generated.ts'
import type { Equal, Expect, Op } from './type-proof.ts'

${lines.join('\n')}`
}

function interfacesOf(operation: CatalogOperation): string {
  const { slug, title, inputSchema, outputSchema } = operation
  const name = typeName(operation)
  return `${docOf([`Input of \`${slug}\`: ${title}.`], '')}export interface ${name}Input ${objectType(inputSchema)}

${docOf([`Output of \`${slug}\`: ${title}.`], '')}export interface ${name}Output ${objectType(outputSchema)}
`
}

function methodOf(operation: CatalogOperation): string {
  const name = typeName(operation)
  const kind = binaryFields(operation).length > 0 ? 'FileCall' : 'Call'
  const isOptional = (operation.inputSchema.required ?? []).length === 0
  const method = methodName(operation.slug)
  const words = [
    operation.description,
    '',
    `\`${operation.slug}\`. ${priceSentence(operation)} Time-out ${operation.timeoutSec} s.`,
    ...[accessSentence(operation)].filter((sentence) => sentence !== ''),
    ...exampleOf(operation, method),
  ]
  return `${docOf(words, '  ')}  ${method}(input${isOptional ? '?' : ''}: ${name}Input, options?: CallOptions): ${kind}<${name}Output>\n`
}

function exampleOf({ examples }: CatalogOperation, method: string): string[] {
  const example = examples.find(({ fails }) => fails === undefined)
  const text = example && JSON.stringify(example.input)
  return text === undefined || text.length > 400
    ? []
    : ['', '@example', '```ts', `await kiosk.${method}(${text})`, '```']
}

function typeName({ slug }: Pick<CatalogOperation, 'slug'>): string {
  const method = methodName(slug)
  return method.charAt(0).toUpperCase() + method.slice(1)
}
