// What the library of sessions refuses, in the service's own words and envelope.
import { invalidInput, OperationError } from '@kiosk/catalog'
import { isAPIError } from 'better-auth/api'

/** The refusal of a caller, or the error as it is: a defect. */
export function libraryRefusal(error: unknown): unknown {
  if (!isAPIError(error) || error.statusCode >= 500) return error
  switch (error.body?.code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return new OperationError('UNAUTHORIZED', 'The e-mail address or the password is wrong.')
    case 'INVALID_PASSWORD':
      return invalidInput('currentPassword', 'is not the password of this account')
    default:
      return error.statusCode === 401
        ? noSession()
        : new OperationError('INVALID_INPUT', 'The request cannot be served as it is.', {
            field: 'request',
            cause: error,
          })
  }
}

export function noSession(): OperationError {
  return new OperationError('UNAUTHORIZED', 'There is no session, or it has ended; sign in.')
}
