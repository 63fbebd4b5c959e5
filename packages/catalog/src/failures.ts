// Which failures an operation can answer with.
import type { CatalogOperation } from './document.ts'
import { type ErrorCode, errorCodes, errorRow } from './errors.ts'

const OF_EVERY_OPERATION = [400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 431, 500, 502, 503, 504]

/** Session surfaces only. */
const NEVER: ReadonlySet<ErrorCode> = new Set(['AUTH_UNAVAILABLE'])

/** HTTP statuses, ascending. A listing that can end is told by an example of it. */
export function failureStatuses(operation: Pick<CatalogOperation, 'examples'>): number[] {
  const expires = operation.examples.some((example) => example.fails === 'EXPIRED')
  return [...OF_EVERY_OPERATION, ...(expires ? [errorRow('EXPIRED').status] : [])].sort((a, b) => a - b)
}

/** What a call can answer with this status, in the order of the table. */
export function failureCodes(status: number): ErrorCode[] {
  return errorCodes.filter((code) => errorRow(code).status === status && !NEVER.has(code))
}
