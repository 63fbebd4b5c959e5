// What a tool answers: content for the model, structured content in the shape of the schema, and the receipt.
import { binaryFields, type CatalogOperation } from '@kiosk/catalog'
import { bytesOf, KioskError } from '@kiosk/sdk'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { capped } from './capped.ts'
import type { OperationAnswer } from './operation-caller.ts'

export interface ResultOptions {
  /** Characters of an answer, beside files. */
  readonly maxChars: number
  /** Keeps a file and says where; null: files go inline. */
  readonly saveFile: ((name: string, bytes: Uint8Array) => Promise<string>) | null
}

/** About 5,000 tokens: several clients refuse far more. */
export const MAX_CHARS = 20_000
/** Larger files are not sent to a model. */
const MAX_INLINE_BYTES = 2_000_000

type Content = CallToolResult['content'][number]

const FORMATS: readonly (readonly [start: string, mimeType: string, ending: string])[] = [
  ['iVBORw0KGgo', 'image/png', 'png'],
  ['/9j/', 'image/jpeg', 'jpg'],
  ['JVBERi0', 'application/pdf', 'pdf'],
]

export async function toolResult(
  operation: CatalogOperation,
  { output, receipt }: OperationAnswer,
  options: ResultOptions,
): Promise<CallToolResult> {
  const fields = typeof output === 'object' && output !== null ? { ...output } : {}
  const files: Content[] = []
  for (const name of binaryFields(operation)) {
    const base64: unknown = Reflect.get(fields, name)
    Reflect.deleteProperty(fields, name)
    if (typeof base64 === 'string' && base64 !== '')
      files.push(await fileContent(operation, base64, receipt.requestId, options))
  }
  const { value, cuts } = capped(fields, options.maxChars)
  const text = JSON.stringify(value)
  return {
    content: [
      ...files,
      {
        type: 'text',
        text:
          cuts.length === 0
            ? text
            : `${text}\n\nThis answer was cut: ${cuts.join('; ')}. Ask for less, or for the next part, where the tool has a field for it.`,
      },
    ],
    structuredContent: value as Record<string, unknown>,
    _meta: { 'kiosk/receipt': receipt, ...(cuts.length > 0 && { 'kiosk/cut': cuts }) },
  }
}

async function fileContent(
  { slug }: CatalogOperation,
  base64: string,
  requestId: string | null,
  { saveFile }: ResultOptions,
): Promise<Content> {
  const [, mimeType, ending] = FORMATS.find(([start]) => base64.startsWith(start)) ?? [
    '',
    'application/octet-stream',
    'bin',
  ]
  const name = `${slug.replace(/\..*$/, '')}-${(requestId ?? 'answer').replace(/[^\w-]/g, '')}.${ending}`
  const size = Math.floor((base64.length * 3) / 4)
  if (saveFile !== null) {
    const uri = await saveFile(name, bytesOf(base64))
    return { type: 'resource_link', uri, name, mimeType, size }
  }
  if (size > MAX_INLINE_BYTES) {
    return {
      type: 'text',
      text: `The file has ${size} bytes, which is too much to send to a model: ask for a smaller one (a jpeg, fewer pages, no full page).`,
    }
  }
  if (mimeType.startsWith('image/')) return { type: 'image', data: base64, mimeType }
  return { type: 'resource', resource: { uri: `kiosk://results/${name}`, mimeType, blob: base64 } }
}

/** A refusal or failure as a model can act on it; anything else is passed on, as a defect. */
export function refusalResult(error: unknown): CallToolResult {
  if (!(error instanceof KioskError)) throw error
  const { code, message, field, requestId, retryAfterSec } = error
  const advice = [
    ...(field === undefined ? [] : [`Field: ${field}.`]),
    ...adviceOn(code, retryAfterSec),
    ...(requestId === undefined ? [] : [`Request ${requestId}.`]),
  ]
  return {
    isError: true,
    content: [{ type: 'text', text: [`${code}: ${message}`, ...advice].join(' ') }],
    _meta: {
      'kiosk/error': { code, ...(field !== undefined && { field }), ...(requestId !== undefined && { requestId }) },
    },
  }
}

function adviceOn(code: string, retryAfterSec: number | undefined): string[] {
  switch (code) {
    case 'UNAUTHORIZED':
      return ['The API key of this connection is wrong or was deleted; the user must set another one.']
    case 'QUOTA_EXCEEDED':
      return ['Do not call again before the quota resets.']
    case 'NO_ANSWER':
      return ['The gateway is away; tell the user.']
    default:
      return retryAfterSec === undefined ? [] : [`Try again in ${retryAfterSec} s.`]
  }
}
