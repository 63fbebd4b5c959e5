// Reads the fixtures of operations from the disk: only the sandbox does, so that nobody else pays for them.
import { readFile } from 'node:fs/promises'
import { type Fixture, loadFixture, type Operation } from '@kiosk/catalog'
import { fixtureUrl } from '@kiosk/operations'

/** An operation with its fixture. */
export interface Exhibit {
  readonly operation: Operation
  readonly fixture: Fixture
}

/** @throws TypeError naming a wrong fixture; ENOENT for a missing one */
export function loadFixtures(operations: readonly Operation[]): Promise<Exhibit[]> {
  return Promise.all(
    operations.map(async (operation) => ({
      operation,
      fixture: await loadFixture(fixtureUrl(operation), (url) => readFile(url)),
    })),
  )
}
