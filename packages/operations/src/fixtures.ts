// Where the fixtures lie. Reading them is left to those who may: the sandbox and the tests.
import { fixturePath, type Operation } from '@kiosk/catalog'

/** Address of an operation's fixture file; it exists for every operation of the registry. */
export function fixtureUrl(operation: Pick<Operation, 'slug' | 'provider'>): URL {
  return new URL(fixturePath(operation), import.meta.url)
}
