// What the library of sessions refuses, in the service's own words and envelope.
import { invalidInput, OperationError } from '@kiosk/catalog'
import { type APIError, isAPIError } from 'better-auth/api'

/** The refusal of a caller, or the error as it is: a defect. */
export function libraryRefusal(error: unknown): unknown {
  if (!isAPIError(error)) return error
  switch (error.body?.code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return new OperationError('UNAUTHORIZED', 'The e-mail address or the password is wrong.')
    case 'INVALID_PASSWORD':
      return invalidInput('currentPassword', 'is not the password of this account')
    case 'PASSKEY_NOT_FOUND':
    case 'AUTHENTICATION_FAILED':
      return new OperationError('UNAUTHORIZED', 'This passkey is not known here, or its answer is not right.')
    case 'CHALLENGE_NOT_FOUND':
      return invalidInput('response', 'answers a challenge that was used, or is older than 5 minutes; begin anew')
    case 'FAILED_TO_VERIFY_REGISTRATION':
      return invalidInput('response', 'is not what an authenticator answers to this challenge')
    case 'USER_NOT_VERIFIED':
      return invalidInput('response', 'the authenticator must ask for a PIN, a finger or a face')
    default:
      return otherRefusal(error)
  }
}

function otherRefusal(error: APIError): unknown {
  if (error.statusCode >= 500) return error
  if (error.statusCode === 401) return noSession()
  return new OperationError('INVALID_INPUT', 'The request cannot be served as it is.', {
    field: 'request',
    cause: error,
  })
}

export function noSession(): OperationError {
  return new OperationError('UNAUTHORIZED', 'There is no session, or it has ended; sign in.')
}
