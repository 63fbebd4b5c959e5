// How a stand-in of the sandbox says that it has no answer.
import { notFound, type OperationError } from '@kiosk/catalog'

/** Header of a stand-in's answer; `unknown` when no example matches the request. */
export const SANDBOX_MARK = 'x-kiosk-sandbox'

/** `NOT_FOUND`, so that nobody takes the stand-in's 404 for the upstream's word. */
export function unknownToSandbox(): OperationError {
  return notFound(
    'The sandbox knows only the examples of this operation; run without --sandbox to reach the real upstream.',
  )
}
