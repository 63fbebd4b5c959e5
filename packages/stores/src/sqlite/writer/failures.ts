// Failures of a thread: what crosses to the main thread, turned back into errors there.
import { StoreUnavailable } from '@kiosk/engine'
import { DirectoryRefusal } from '../../directory.ts'
import { isStoreFailure, ReplacedFile } from '../database/database.ts'
import type { Failure } from './messages.ts'

export function failureOf(error: unknown): Failure {
  if (error instanceof DirectoryRefusal) {
    const { reason, message, retryAfterMs } = error
    return { kind: 'refusal', reason, message, retryAfterMs }
  }
  if (isStoreFailure(error) || error instanceof ReplacedFile) return { kind: 'store', message: error.message }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { kind: 'defect', message, stack }
}

export function errorOf(failure: Failure): Error {
  switch (failure.kind) {
    case 'refusal':
      return new DirectoryRefusal(failure.reason, failure.message, failure.retryAfterMs)
    case 'store':
      return new StoreUnavailable(`The database refused: ${failure.message}`)
    case 'defect':
      return new Error(failure.message, { cause: failure.stack })
  }
}
