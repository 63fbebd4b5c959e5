import { OperationError } from '@kiosk/catalog'
import { hashKey, isWellFormedKey } from '../key-format.ts'
import type { Caller, Keys } from '../ports.ts'

/** Key → caller. Throws `UNAUTHORIZED`; `StoreUnavailable` passes through, since an outage is never the key's fault. */
export function authenticate(keys: Keys, apiKey: string | null, now: number): Caller | Promise<Caller> {
  if (apiKey === null) throw refused('No API key: send it in the header x-api-key.')
  // Two headers arrive joined by a comma, which no key has: refused by form like any other malformed key.
  if (!isWellFormedKey(apiKey)) {
    throw refused('This is not an API key of this service: check for typos and send exactly one x-api-key header.')
  }
  const found = keys.find(hashKey(apiKey))
  return found instanceof Promise ? found.then((caller) => accepted(caller, now)) : accepted(found, now)
}

function accepted(caller: Caller | null, now: number): Caller {
  if (caller === null) throw refused('This API key is unknown or was deleted.')
  const { expiresAt } = caller.organization
  if (expiresAt !== null && Date.parse(expiresAt) <= now) {
    throw refused('This guest key has expired; get a new one or sign up.')
  }
  return caller
}

function refused(message: string): OperationError {
  return new OperationError('UNAUTHORIZED', message)
}
