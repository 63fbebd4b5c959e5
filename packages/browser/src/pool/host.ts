// A browser as the pool sees it: here or elsewhere.
import type { FilterOptions } from '@kiosk/egress'
import type { Connection } from '../cdp/connection.ts'
import type { Identity } from '../page/identity.ts'

export interface Host {
  readonly connection: Connection
  readonly identity: Identity
  /** Memory in bytes of all its processes; null where that is not known. */
  memoryBytes(): Promise<number | null>
  /** Told when the first render begins and when the last one is over. */
  setBusy(isBusy: boolean): void
  /** Ends it and all that is in it. May be called more than once. */
  end(): Promise<void>
}

/** Where browsers come from. */
export interface HostSource {
  /** How many browsers there may be at once; several are used evenly. */
  readonly count: number
  /** Whether a browser wears out, and is replaced from time to time. */
  readonly isReplaceable: boolean
  /** Where the filters must listen, so that these browsers reach them. Throws `NOT_CONFIGURED`. */
  filter(): Promise<FilterOptions>
  /** Brings up the browser of a place, 0 … `count` - 1. Throws `NOT_CONFIGURED`, `SERVICE_UNAVAILABLE`.
   * @param signal aborts when no browser is wanted any more */
  open(place: number, signal: AbortSignal): Promise<Host>
}
