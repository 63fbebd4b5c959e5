// One trial run: what is sent besides the body, and what came of it.
import type { CatalogOperation } from '@kiosk/catalog'
import type { ApiError } from '../../api/api-error.ts'
import type { RunReceipt } from '../answers/receipt.ts'
import type { Faults } from '../schema-form/form-faults.ts'
import { type Body, isBody } from '../schema-form/form-value.ts'

export interface RunOptions {
  /** Empty: none is sent, besides operations that act on an account, which get a new one each time. */
  readonly idempotencyKey: string
  /** Empty: none. */
  readonly proxyUrl: string
}

export const noOptions: RunOptions = { idempotencyKey: '', proxyUrl: '' }

export type Outcome =
  | { readonly kind: 'answer'; readonly answer: unknown; readonly receipt: RunReceipt }
  | { readonly kind: 'refusal'; readonly error: ApiError; readonly receipt: RunReceipt }

/** Body that a fresh form begins with: that of the first example which succeeds. */
export function firstBody({ examples }: Pick<CatalogOperation, 'examples'>): Body {
  const example = examples.find(({ fails }) => fails === undefined) ?? examples[0]
  return isBody(example?.input) ? example.input : {}
}

export function runHeaders(options: RunOptions, isAccountAction: boolean): Record<string, string> {
  const key = options.idempotencyKey || (isAccountAction ? newIdempotencyKey() : '')
  return { ...(key && { 'idempotency-key': key }), ...(options.proxyUrl && { 'x-proxy-url': options.proxyUrl }) }
}

/** 36 characters, the fewest that are taken. `randomUUID` is missing on plain http besides loopback. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `run_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Faults to show in the form.
 * @param local what the browser found; missing fields are named only once a run was tried
 * @param refused what the service named, as long as the body is the one it refused */
export function shownFaults(local: Faults, refused: ApiError | null, wasTried: boolean): Faults {
  const faults = new Map([...local].filter(([, fault]) => wasTried || fault !== 'is required'))
  if (refused?.field) faults.set(refused.field, withoutField(refused.message, refused.field))
  return faults
}

/** `url: expected …` → `expected …`, since it stands at the field. */
function withoutField(message: string, field: string): string {
  return message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message
}
