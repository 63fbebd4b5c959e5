// Everything that leaves the house, put together.
import type { Http, Provider, Secret } from '@kiosk/catalog'
import { untilAborted } from './budget.ts'
import type { JudgedAddress } from './destination/resolve.ts'
import { parseHost } from './destination/target.ts'
import type { Filter, FilterOptions } from './filter/filter.ts'
import { openFilter } from './filter/open-filter.ts'
import { createHttp } from './http/http.ts'
import { parseProxy } from './proxy/proxies.ts'
import { mapUpstreams, type UpstreamMap } from './upstreams.ts'
import { createWays, type WaysOptions } from './ways.ts'

export interface EgressOptions extends WaysOptions {
  /** The operator's address for a provider's upstream (trusted, may be private), or null for the default. */
  readonly overrides: (provider: string, upstream: string) => string | null
  /** The service's own user agent. */
  readonly userAgent: string
}

/** What is known of one call. */
export interface EgressCall {
  /** Deadline and the caller's leaving in one; requests end with its reason. */
  readonly signal: AbortSignal
  /** The proxy that the call goes through, after `checkProxy`. */
  readonly proxy: Secret | null
}

export interface Egress {
  /** HTTP for one call of one provider's operation.
   * Throws `TypeError` when an override of the provider is malformed, `INVALID_INPUT` when the proxy is. */
  http(provider: Provider, call: EgressCall): Http
  /** Throws `INVALID_INPUT` that names `field` (malformed), `DESTINATION_REFUSED` (its host is not public),
   * `UPSTREAM_UNREACHABLE` (its host has no address), or the reason of `signal`. */
  checkProxy(proxy: Secret, field: string, signal: AbortSignal): Promise<void>
  /** Resolves and judges a host for a connection other than HTTP; which ports make sense is for the asker to say.
   * Throws `DESTINATION_REFUSED`, `UPSTREAM_UNREACHABLE`. */
  judge(host: string, port: number): Promise<JudgedAddress>
  /** Opens a filtering proxy for the renders of a browser. Closes with the egress, if not before. */
  openFilter(options?: FilterOptions): Promise<Filter>
  /** Ends all connections and filters. */
  close(): Promise<void>
}

/** Throws `TypeError` when a proxy of the operator's is malformed. */
export function createEgress(options: EgressOptions): Egress {
  const ways = createWays(options)
  const filters = new Set<Filter>()
  const maps = new Map<Provider, UpstreamMap>()

  const mapOf = (provider: Provider): UpstreamMap => {
    const known = maps.get(provider) ?? mapUpstreams(provider, (name) => options.overrides(provider.name, name))
    maps.set(provider, known)
    return known
  }

  return {
    http(provider, { signal, proxy }) {
      return createHttp({
        provider,
        upstreams: mapOf(provider),
        userAgent: options.userAgent,
        signal,
        sandbox: options.route !== undefined,
        ways: ways.forCall(provider, proxy === null ? null : parseProxy(proxy, 'proxyUrl')),
      })
    },
    async checkProxy(proxy, field, signal) {
      await untilAborted(ways.judgeProxy(parseProxy(proxy, field)), signal)
    },
    judge: async (host, port) => ways.judge(parseHost(host, port)),
    async openFilter(filterOptions) {
      const filter = await openFilter(
        (proxy) => ways.forRender(proxy === null ? null : parseProxy(proxy, 'proxyUrl')),
        filterOptions,
      )
      const close = async () => {
        filters.delete(filter)
        await filter.close()
      }
      filters.add(filter)
      return { ...filter, close }
    },
    async close() {
      await Promise.all([...filters, ways].map((open) => open.close()))
      filters.clear()
    },
  }
}
