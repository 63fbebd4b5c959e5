// Parts of the OpenAPI document that all operations share: parameters, the error envelope, usage.
import { errorCodes } from './errors.ts'
import type { JsonSchema } from './json-schema-walk.ts'
import { headers } from './openapi-headers.ts'
import { errorResponses } from './openapi-responses.ts'

// No examples: importers fill them in, and an Idempotency-Key that every call shares would replay one answer for all.
const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the call safe to repeat for 24 hours: the same key with the same body bytes replays the stored answer. Use a new one, such as a UUID, for each new call. 429 and 5xx answers release the key, answers above 100 KiB are not stored.',
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

/** The `components` of a document whose operations refer to these statuses. */
export function components(statuses: Iterable<number>): Record<string, unknown> {
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
    responses: errorResponses(statuses),
  }
}
