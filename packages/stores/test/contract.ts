// What every set of stores must do, whatever it is made of. A new one runs this suite with a site of its own.
import { describe } from 'vitest'
import type { EmbeddedClient, EmbeddedStore } from '../src/index.ts'
import { directoryContract } from './contract/directory.ts'
import { idempotencyContract } from './contract/idempotency.ts'
import { ledgerContract } from './contract/ledger.ts'
import { namesContract } from './contract/names.ts'
import { organizationsContract } from './contract/organizations.ts'
import { reportsContract } from './contract/reports.ts'

/** One place of data, and processes around it. */
export interface Site {
  /** The engine's stores; opened by the maker. */
  readonly store: EmbeddedStore
  /** A directory as another process has it. */
  client(): Promise<EmbeddedClient>
  /** Closes the engine's stores and opens them again. */
  reopen(): Promise<void>
  /** Ends the engine's stores without closing them, as a killed process would, and opens them again. */
  crash(): Promise<void>
  dispose(): Promise<void>
}

/** Makes an empty site whose clocks all read `now`. */
export type MakeSite = (now: () => number) => Promise<Site>

export function storeContract(name: string, makeSite: MakeSite): void {
  describe(`stores on ${name}`, () => {
    ledgerContract(makeSite)
    idempotencyContract(makeSite)
    directoryContract(makeSite)
    organizationsContract(makeSite)
    reportsContract(makeSite)
    namesContract(makeSite)
  })
}
