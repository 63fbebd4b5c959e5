// What the tools call operations through: the SDK with a key, or the app for a signed-in member.
import type { Receipt } from '@kiosk/sdk'

export interface OperationAnswer {
  readonly output: unknown
  readonly receipt: Pick<Receipt, 'requestId' | 'units' | 'cache' | 'replayed' | 'quota'>
}

/** Calls one operation. Rejects with `KioskError`, or with the reason of an aborted signal. */
export type OperationCaller = (slug: string, input: object, signal: AbortSignal) => Promise<OperationAnswer>
