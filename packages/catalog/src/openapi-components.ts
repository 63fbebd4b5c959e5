// Parts of the OpenAPI document that all operations share: headers, parameters, the error envelope and its responses.
import { type ErrorCode, errorCodes, errorRow } from './errors.ts'
import type { JsonSchema } from './json-schema-walk.ts'

interface Ref {
  readonly $ref: string
}

function header(description: string, schema: JsonSchema) {
  return { description, schema }
}

const headers = {
  RequestId: header('Identifies the call, whatever came of it.', {
    type: 'string',
    example: 'req_0195d2f0-5a5e-7c31-9d8e-2f6a1b7c4d10',
  }),
  Cache: header('`HIT`: a stored answer, no units spent. Only on operations with a cache window.', {
    type: 'string',
    enum: ['HIT', 'MISS'],
  }),
  QuotaLimit: header('Units of the organization a month; left out where there is no limit.', {
    type: 'integer',
    minimum: 0,
  }),
  QuotaUsed: header('Units spent this month, this call included.', { type: 'integer', minimum: 0 }),
  QuotaRemaining: header('Units left this month; left out where there is no limit.', { type: 'integer', minimum: 0 }),
  QuotaReset: header('First instant of the next month, ISO 8601 UTC.', { type: 'string', format: 'date-time' }),
  QuotaCost: header('Units this call spent; 0 for a cache hit and for a failure.', { type: 'integer', minimum: 0 }),
  RateLimitPolicy: header('The policies `monthly` and `burst` in the form of the IETF draft.', { type: 'string' }),
  RateLimit: header('What is left of the policies, in the form of the IETF draft.', { type: 'string' }),
  IdempotencyReplayed: header(
    '`true` on a stored answer to the same Idempotency-Key: nothing ran, nothing was billed, no quota headers.',
    {
      type: 'string',
      enum: ['true'],
    },
  ),
  RetryAfter: header('Seconds after which the same request makes sense.', { type: 'integer', minimum: 1 }),
}

type HeaderName = keyof typeof headers

const wireNames: Readonly<Record<HeaderName, string>> = {
  RequestId: 'x-request-id',
  Cache: 'x-kiosk-cache',
  QuotaLimit: 'x-quota-limit',
  QuotaUsed: 'x-quota-used',
  QuotaRemaining: 'x-quota-remaining',
  QuotaReset: 'x-quota-reset',
  QuotaCost: 'x-quota-cost',
  RateLimitPolicy: 'RateLimit-Policy',
  RateLimit: 'RateLimit',
  IdempotencyReplayed: 'Idempotency-Replayed',
  RetryAfter: 'Retry-After',
}

export const quotaHeaders = [
  'QuotaLimit',
  'QuotaUsed',
  'QuotaRemaining',
  'QuotaReset',
  'RateLimitPolicy',
  'RateLimit',
] as const satisfies readonly HeaderName[]

/** `headers` of a response, by reference. */
export function headerRefs(names: readonly HeaderName[]): Record<string, Ref> {
  return Object.fromEntries(names.map((name) => [wireNames[name], { $ref: `#/components/headers/${name}` }]))
}

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the call safe to repeat for 24 hours: the same key with the same body bytes replays the stored answer. 429 and 5xx answers release the key, answers above 100 KiB are not stored.',
    schema: { type: 'string', minLength: 36, maxLength: 255 },
  },
  ProxyUrl: {
    name: 'x-proxy-url',
    in: 'header',
    description: "The caller's proxy: an http, https or socks5 URL with a public host. A `proxyUrl` in the body wins.",
    schema: { type: 'string', minLength: 1, maxLength: 2048, 'x-secret': true },
  },
}

const errorSchema: JsonSchema = {
  description: 'The one envelope of every failure.',
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { description: 'What went wrong, for programs.', type: 'string', enum: errorCodes },
        message: { description: 'What was wrong and what would be right, for people.', type: 'string' },
        field: { description: 'Dotted path of the offending field; on INVALID_INPUT.', type: 'string' },
        requestId: { description: 'The same as the header x-request-id.', type: 'string' },
        retryable: { description: 'True when the same request may succeed later.', type: 'boolean' },
        docs: { description: 'Page about the code.', type: 'string', format: 'uri' },
        details: {
          description: 'Facts that the documentation of the code names.',
          type: 'object',
          additionalProperties: true,
        },
      },
      required: ['code', 'message', 'requestId', 'retryable', 'docs'],
    },
  },
  required: ['error'],
}

const count: JsonSchema = { type: 'integer', minimum: 0 }
const countOrNone: JsonSchema = { ...count, nullable: true }

const usageSchema: JsonSchema = {
  description: 'Units of the organization in the current month (UTC).',
  type: 'object',
  properties: {
    organization: {
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' }, plan: { type: 'string' } },
      required: ['id', 'name', 'plan'],
    },
    period: { type: 'string', pattern: '^\\d{4}-\\d{2}$', example: '2026-11' },
    quota: {
      type: 'object',
      properties: {
        limit: { ...countOrNone, description: 'null: no limit.' },
        used: count,
        remaining: { ...countOrNone, description: 'null: no limit.' },
        resetsAt: { type: 'string', format: 'date-time' },
      },
      required: ['limit', 'used', 'remaining', 'resetsAt'],
    },
    operations: {
      description: 'Successful calls by operation, most units first.',
      type: 'array',
      items: {
        type: 'object',
        properties: { slug: { type: 'string' }, calls: count, units: count, cacheHits: count },
        required: ['slug', 'calls', 'units', 'cacheHits'],
      },
    },
  },
  required: ['organization', 'period', 'quota', 'operations'],
}

/** Status → component, with the name under which the reason is known to HTTP. */
const responseNames: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
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

/** `responses` for statuses that the error table knows, by reference, and `default` for any other. */
export function errorRefs(statuses: readonly number[]): Record<string, Ref> {
  const refs = statuses.map((status) => [String(status), { $ref: `#/components/responses/${responseNames[status]}` }])
  return { ...Object.fromEntries(refs), default: { $ref: '#/components/responses/AnyError' } }
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

function errorResponse(status: number, codes: readonly ErrorCode[]) {
  // Before the key is known there is no quota to tell of.
  const authenticated = ![401, 408, 431].includes(status)
  return {
    description: codes.map((code) => `\`${code}\`: ${errorRow(code).says}`).join('\n\n'),
    headers: headerRefs([
      'RequestId',
      ...(authenticated ? ([...quotaHeaders, 'QuotaCost'] as const) : []),
      ...([409, 429, 503].includes(status) ? (['RetryAfter'] as const) : []),
      ...([400, 404, 410, 413, 415, 422].includes(status) ? (['IdempotencyReplayed'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, errorExample(code)])),
      },
    },
  }
}

/** Session surfaces only; an operation never answers it. */
const notOfOperations: ReadonlySet<ErrorCode> = new Set(['AUTH_UNAVAILABLE'])

function errorResponses(): Record<string, unknown> {
  const responses = Object.entries(responseNames).map(([status, name]) => {
    const codes = errorCodes.filter((code) => errorRow(code).status === Number(status) && !notOfOperations.has(code))
    return [name, errorResponse(Number(status), codes)]
  })
  const anyError = {
    description: 'Any other failure wears the same envelope.',
    headers: headerRefs(['RequestId']),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  return { ...Object.fromEntries(responses), AnyError: anyError }
}

/** The `components` of the document. */
export function components(): Record<string, unknown> {
  return {
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'x-api-key',
        description: 'A key of the organization: `kiosk_` and 48 hexadecimal characters.',
      },
    },
    parameters,
    headers,
    schemas: { Error: errorSchema, Usage: usageSchema },
    responses: errorResponses(),
  }
}
