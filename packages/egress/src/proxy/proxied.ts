// Ways out through callers' proxies: connections of one call's proxy serve no other call.

import type { JudgedAddress } from '../destination/resolve.ts'
import type { Way } from '../http/http.ts'
import { createPool, type Pool } from '../pools.ts'
import { dialThrough, type ProxyAddress, proxyAuthorization, takesAbsoluteForm } from './proxies.ts'

/** Time after the last request of a call until its connections are let go. */
const IDLE_MS = 4000

export interface ProxiedWays {
  /** The way of one call; the proxy's address is judged again for each connection. */
  forCall(proxy: ProxyAddress): (wire: URL) => Promise<Way>
  /** Ends all connections. */
  close(): Promise<void>
}

/** @param judge resolves and judges the proxy's own host. */
export function createProxiedWays(judge: (proxy: ProxyAddress) => Promise<JudgedAddress>): ProxiedWays {
  const used = new Set<Pool>()
  return {
    forCall(proxy) {
      const pool = createPool(async (target, signal) => dialThrough(proxy, await judge(proxy), target, signal))
      let idle: NodeJS.Timeout | undefined
      const retire = () => {
        used.delete(pool)
        void pool.retire()
      }
      return async (wire) => {
        clearTimeout(idle)
        idle = setTimeout(retire, IDLE_MS).unref()
        used.add(pool)
        const absolute = takesAbsoluteForm(proxy, wire.protocol === 'https:')
        return {
          dispatcher: await pool.open(),
          absoluteForm: absolute ? { authorization: proxyAuthorization(proxy) } : null,
        }
      }
    },
    async close() {
      await Promise.all([...used].map((pool) => pool.close()))
      used.clear()
    },
  }
}
