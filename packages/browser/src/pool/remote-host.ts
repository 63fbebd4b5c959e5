// Browsers elsewhere, by KIOSK_BROWSER_URL.
import { lookup } from 'node:dns/promises'
import { notConfigured, OperationError, Secret } from '@kiosk/catalog'
import type { Filter, FilterOptions } from '@kiosk/egress'
import { Connection } from '../cdp/connection.ts'
import { greet } from '../cdp/greet.ts'
import { connectRemote, RemoteUnreachable } from '../cdp/websocket.ts'
import type { Host, HostSource } from './host.ts'
import { proveConfinement } from './remote-proof.ts'

export interface RemoteOptions {
  /** One address, or several with commas between them; the browser that has least to do is used. */
  readonly url: Secret
  /** Address of this machine that the browsers reach; null where they are on this machine. */
  readonly filterHost: string | null
  readonly openFilter: (options: FilterOptions) => Promise<Filter>
}

const GREETING_LIMIT_MS = 5000

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Throws `NOT_CONFIGURED` when the addresses cannot be used. */
export function createRemoteSource(options: RemoteOptions): HostSource {
  const addresses = options.url
    .reveal()
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const hosts = addresses.map((address) => URL.parse(address)?.hostname ?? '')
  const areHere = hosts.every((host) => LOOPBACK.test(host))
  return {
    count: Math.max(1, addresses.length),
    isReplaceable: false,
    async filter() {
      if (areHere && options.filterHost === null) return {}
      if (options.filterHost === null) {
        throw notConfigured(
          'KIOSK_BROWSER_FILTER_HOST must be set: an address of this machine that the browser of KIOSK_BROWSER_URL reaches.',
        )
      }
      const found = await Promise.all(
        hosts.map((host) => lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])),
      )
      return { host: options.filterHost, peers: found.flat().map(({ address }) => address) }
    },
    async open(place, signal) {
      const wishes = await this.filter()
      const filter = await options.openFilter(wishes).catch(() => {
        throw notConfigured('KIOSK_BROWSER_FILTER_HOST is no address of this machine, so no filter can listen there.')
      })
      try {
        return await openRemote(new Secret(addresses[place] ?? ''), filter, options.filterHost ?? '127.0.0.1', signal)
      } finally {
        await filter.close()
      }
    },
  }
}

async function openRemote(address: Secret, filter: Filter, filterHost: string, signal: AbortSignal): Promise<Host> {
  const transport = await connectRemote(address, signal).catch((error: unknown) => {
    if (!(error instanceof RemoteUnreachable)) throw error
    throw new OperationError('SERVICE_UNAVAILABLE', error.message)
  })
  const connection = new Connection(transport)
  const giveUp = () => connection.close()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    signal.throwIfAborted()
    const identity = await greet(connection, AbortSignal.timeout(GREETING_LIMIT_MS))
    // After every connection: whoever answers now need not be who answered before.
    await proveConfinement({ connection, identity, filter, filterHost })
    return {
      connection,
      identity,
      memoryBytes: async () => null,
      setBusy() {},
      // Its contexts go with the connection.
      end: async () => connection.close(),
    }
  } catch (error) {
    connection.close()
    if (error instanceof OperationError) throw error
    throw new OperationError('SERVICE_UNAVAILABLE', 'The remote browser does not answer as a browser does.', {
      cause: error,
    })
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
