// An answer of the gateway, and what every answer owes its caller.
import { type ErrorCode, errorRow } from '@kiosk/catalog'
import { expect } from 'vitest'
import { z } from 'zod'

const REQUEST_ID = /^req_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const envelope = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1).max(500),
    field: z.string().optional(),
    requestId: z.string(),
    retryable: z.boolean(),
    docs: z.url(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
})

export type ErrorBody = z.output<typeof envelope>['error']

export class Answer {
  readonly status: number
  readonly headers: Headers
  readonly raw: Buffer

  constructor(status: number, headers: Headers, raw: Buffer) {
    this.status = status
    this.headers = headers
    this.raw = raw
  }

  get text(): string {
    return this.raw.toString('utf8')
  }

  /** The body as a JSON object. Throws when it is none. */
  get json(): Record<string, unknown> {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(this.text))
  }

  header(name: string): string | null {
    return this.headers.get(name)
  }

  /** `HIT`, `MISS` or null. */
  get cache(): string | null {
    return this.header('x-kiosk-cache')
  }

  get isReplay(): boolean {
    return this.header('idempotency-replayed') === 'true'
  }

  /** Units of this call as the header says; null without the header. */
  get cost(): number | null {
    const cost = this.header('x-quota-cost')
    return cost === null ? null : Number(cost)
  }
}

/** Holds of every answer, whatever its status. */
export function expectDecent(answer: Answer): void {
  expect(answer.header('x-request-id')).toMatch(REQUEST_ID)
  expect(answer.header('access-control-allow-origin')).toBe('*')
  expect(answer.header('access-control-allow-credentials')).toBeNull()
}

/** Checks the whole envelope against the table of codes, and hands it back. */
export function expectError(answer: Answer, code: ErrorCode): ErrorBody {
  const shown = `${answer.status} ${answer.text.slice(0, 500)}`
  expect(shown).toContain(`"code":"${code}"`)
  const error = readError(answer)
  expect(answer.status, shown).toBe(errorRow(code).status)
  expect(error.retryable).toBe(errorRow(code).retryable)
  return error
}

/** The envelope of any failure, checked for what does not depend on its code. */
export function readError(answer: Answer): ErrorBody {
  expectDecent(answer)
  expect(answer.header('content-type')).toBe('application/json; charset=utf-8')
  const { error } = envelope.parse(answer.json)
  expect(error.docs).toMatch(new RegExp(`^https?://[^/]+/docs/errors#${error.code}$`))
  if (!answer.isReplay) expect(error.requestId).toBe(answer.header('x-request-id'))
  return error
}

/** A fresh or cached 200, or a message that shows what came in its place. */
export function expectOk(answer: Answer): Answer {
  expect(`${answer.status} ${answer.status === 200 ? '' : answer.text.slice(0, 500)}`).toBe('200 ')
  expectDecent(answer)
  return answer
}
