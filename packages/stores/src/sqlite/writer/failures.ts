// Failures of the writer thread, turned back into errors.
import { StoreUnavailable } from '@kiosk/engine'
import { DirectoryRefusal } from '../../directory.ts'
import type { Failure } from './messages.ts'

export function errorOf(failure: Failure): Error {
  switch (failure.kind) {
    case 'refusal':
      return new DirectoryRefusal(failure.reason, failure.message)
    case 'store':
      return new StoreUnavailable(`The database refused: ${failure.message}`)
    case 'defect':
      return new Error(failure.message, { cause: failure.stack })
  }
}
