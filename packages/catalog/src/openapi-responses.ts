// The failures of the OpenAPI document: one shared response for each status, made from the table of error codes.
import { type ErrorCode, errorRow } from './errors.ts'
import { failureCodes } from './failures.ts'
import { headerRefs, quotaHeaders, type Ref } from './openapi-headers.ts'

/** Status → component, with the name under which the reason is known to HTTP. */
const responseNames: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'RequestTimeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Unprocessable',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
}

/** `responses` for statuses of the error table, by reference, and `default` for any other. */
export function errorRefs(statuses: readonly number[]): Record<string, Ref> {
  const refs = statuses.map((status) => [String(status), { $ref: `#/components/responses/${nameOf(status)}` }])
  return { ...Object.fromEntries(refs), default: { $ref: '#/components/responses/AnyError' } }
}

/** The components that `errorRefs` of these statuses point at, and no other: what nobody refers to is a fault to linters. */
export function errorResponses(statuses: Iterable<number>): Record<string, unknown> {
  const used = [...new Set(statuses)].sort((a, b) => a - b)
  const anyError = {
    description: 'Any other failure wears the same envelope.',
    headers: headerRefs(['RequestId']),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  return { ...Object.fromEntries(used.map((status) => [nameOf(status), errorResponse(status)])), AnyError: anyError }
}

function nameOf(status: number): string {
  const name = responseNames[status]
  if (name === undefined) throw new TypeError(`no operation answers ${status}`)
  return name
}

/** Answered before the key was looked at: there is no quota to tell of. */
const beforeTheKey: ReadonlySet<number> = new Set([401, 408, 431])

/** Stored under an Idempotency-Key. What is refused before the key is claimed, and 429 and 5xx, never is. */
const replayed: ReadonlySet<number> = new Set([400, 404, 410, 415, 422])

const mayTellWhen: ReadonlySet<number> = new Set([409, 429, 503])

function errorResponse(status: number) {
  const codes = failureCodes(status)
  return {
    description: codes.map((code) => `\`${code}\`: ${errorRow(code).says}`).join('\n\n'),
    headers: headerRefs([
      'RequestId',
      ...(beforeTheKey.has(status) ? [] : ([...quotaHeaders, 'QuotaCost'] as const)),
      ...(mayTellWhen.has(status) ? (['RetryAfter'] as const) : []),
      ...(replayed.has(status) ? (['IdempotencyReplayed'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, errorExample(code)])),
      },
    },
  }
}

function errorExample(code: ErrorCode) {
  const { says, retryable } = errorRow(code)
  const error = {
    code,
    message: says.replaceAll('`', ''),
    ...(code === 'INVALID_INPUT' && { field: 'targets' }),
    requestId: 'req_0195d2f0-5a5e-7c31-9d8e-2f6a1b7c4d10',
    retryable,
    docs: `https://kiosk.example.test/docs/errors#${code}`,
  }
  return { summary: says, value: { error } }
}
