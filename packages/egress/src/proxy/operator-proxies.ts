// Proxies that the operator set. They are trusted, so they may be private; what they lead to is judged all the same.
import { OperationError, type OperatorProxy, type Provider, type Secret } from '@kiosk/catalog'
import type { JudgedAddress } from '../destination/resolve.ts'
import type { Endpoint } from '../destination/target.ts'
import type { Way } from '../http/http.ts'
import { createPool, type Pool } from '../pools.ts'
import { dialThrough, type ProxyAddress, parseProxy, proxyAuthorization, takesAbsoluteForm } from './proxies.ts'

/** Addresses by name; null and absent: not set. */
export type OperatorProxySettings = Readonly<Partial<Record<OperatorProxy, Secret | null>>>

/** In the order in which to try them: the cheaper one first. */
const settingNames = [
  ['datacenter', 'KIOSK_PROXY_DATACENTER'],
  ['residential', 'KIOSK_PROXY_RESIDENTIAL'],
] as const

export interface OperatorWays {
  /** Those that are set, the one to try first at the head. */
  readonly names: readonly OperatorProxy[]
  /** The way of one request. Connections are kept by proxy and provider. Throws `TypeError` for a proxy that is not set. */
  through(name: OperatorProxy, provider: Provider, wire: URL): Promise<Way>
  /** Ends all connections. */
  close(): Promise<void>
}

interface OperatorWay {
  readonly proxy: ProxyAddress
  readonly pools: Map<Provider, Pool>
}

/** @param resolve finds the proxy's own host, as the machine is set up.
 * Throws `TypeError` that names the setting of a malformed proxy, and repeats nothing of it. */
export function createOperatorWays(
  settings: OperatorProxySettings,
  resolve: (endpoint: Endpoint) => Promise<JudgedAddress>,
): OperatorWays {
  const ways = new Map<OperatorProxy, OperatorWay>()
  for (const [name, variable] of settingNames) {
    const setting = settings[name] ?? null
    if (setting !== null) ways.set(name, { proxy: readSetting(setting, variable), pools: new Map() })
  }

  const poolOf = ({ proxy, pools }: OperatorWay, provider: Provider): Pool => {
    const pool =
      pools.get(provider) ??
      createPool(async (target, signal) => dialThrough(proxy, await resolve(proxy), target, signal))
    pools.set(provider, pool)
    return pool
  }

  return {
    names: [...ways.keys()],
    async through(name, provider, wire) {
      const way = ways.get(name)
      if (way === undefined) throw new TypeError(`there is no ${name} proxy`)
      const absolute = takesAbsoluteForm(way.proxy, wire.protocol === 'https:')
      return {
        dispatcher: await poolOf(way, provider).open(),
        absoluteForm: absolute ? { authorization: proxyAuthorization(way.proxy) } : null,
      }
    },
    async close() {
      await Promise.all([...ways.values()].flatMap(({ pools }) => [...pools.values()].map((pool) => pool.close())))
    },
  }
}

function readSetting(setting: Secret, variable: string): ProxyAddress {
  try {
    return parseProxy(setting, variable)
  } catch (error) {
    // Not for callers: nobody but the operator can mend it.
    throw error instanceof OperationError ? new TypeError(error.message) : error
  }
}
