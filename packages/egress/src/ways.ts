// The ways out of the house, and what is judged before one of them is taken.
import { OperationError, type Provider } from '@kiosk/catalog'
import type { AllowList } from './destination/allow.ts'
import { dial, secure } from './destination/dial.ts'
import { createAddressPolicy } from './destination/policy.ts'
import {
  createPublicLookup,
  type JudgedAddress,
  type Lookup,
  type Lookups,
  resolvePublic,
  resolveTrusted,
  systemLookup,
} from './destination/resolve.ts'
import { type Endpoint, endpointOf, judgeLiteral, judgePort, type Rules } from './destination/target.ts'
import { directOutlet, type Outlet, proxiedOutlet, sandboxOutlet } from './filter/outlet.ts'
import type { CallWays, Way } from './http/http.ts'
import { type Connect, createPool, type Pool } from './pools.ts'
import { createOperatorWays, type OperatorProxySettings } from './proxy/operator-proxies.ts'
import { createProxiedWays } from './proxy/proxied.ts'
import type { ProxyAddress } from './proxy/proxies.ts'
import type { Hop } from './upstreams.ts'

/** Sends every connection to a stand-in, as plain TCP: no name service, no TLS. The name is still judged by itself.
 * The request keeps its path and its `Host`. */
export type Route = (target: Endpoint & { readonly secure: boolean }) => Endpoint

export interface WaysOptions {
  /** Pairs that are reachable although private. */
  readonly allow: AllowList
  /** In place of the machine's name service. */
  readonly lookup?: Lookup
  /** Proxies that adapters may ask for by `via`; they are trusted and may be private. */
  readonly operatorProxies?: OperatorProxySettings
  /** Set under `--sandbox`. */
  readonly route?: Route
}

export interface Ways {
  /** Judges a host, its port aside. Throws `DESTINATION_REFUSED`, `UPSTREAM_UNREACHABLE`. */
  judge(endpoint: Endpoint): Promise<JudgedAddress>
  /** Like `judge`, for a caller's proxy: the port is judged, too. */
  judgeProxy(proxy: ProxyAddress): Promise<JudgedAddress>
  /** Ways of one call of a provider. */
  forCall(provider: Provider, proxy: ProxyAddress | null): CallWays
  /** Way out of one render. */
  forRender(proxy: ProxyAddress | null): Outlet
  /** Ends all connections. */
  close(): Promise<void>
}

/** Ways to where callers lead, and to what the operator configured. */
interface PoolPair {
  readonly judged: Pool
  readonly trusted: Pool
}

/** Throws `TypeError` when a proxy of the operator's is malformed. */
export function createWays({ allow, lookup, operatorProxies = {}, route }: WaysOptions): Ways {
  const rules = { policy: createAddressPolicy(), allow }
  const lookups = { public: lookup ?? createPublicLookup(), trusted: lookup ?? systemLookup }
  const judge =
    route === undefined
      ? (endpoint: Endpoint) => resolvePublic(endpoint, rules, lookups)
      : (endpoint: Endpoint) => judgeForSandbox(endpoint, rules, route)

  const pools = createDirectPools(rules, lookups, route)
  const judgeProxy = async (proxy: ProxyAddress): Promise<JudgedAddress> => {
    try {
      judgePort(proxy, rules)
      return await judge(proxy)
    } catch (error) {
      throw aboutProxy(error)
    }
  }
  const proxied = createProxiedWays(judgeProxy)
  const operators = createOperatorWays(operatorProxies, (proxy) => resolveOperatorProxy(proxy, lookups))

  return {
    judge,
    judgeProxy,
    forCall(provider, proxy) {
      const through = proxy === null || route !== undefined ? null : proxied.forCall(proxy)
      return {
        operatorProxies: proxy === null ? operators.names : [],
        async choose(hop, via) {
          // The stand-ins of the sandbox need no proxy to be reached.
          const isProxied = route === undefined && (through !== null || via !== undefined)
          judgeHop(hop, isProxied || route !== undefined, rules)
          if (through !== null) return through(hop.wire)
          if (isProxied && via !== undefined) return operators.through(via, provider, hop.wire)
          const { judged, trusted } = pools.of(provider)
          return direct(hop.trusted ? trusted : judged)
        },
      }
    },
    forRender(proxy) {
      if (route !== undefined) return sandboxOutlet(rules, route)
      if (proxy !== null) return proxiedOutlet(rules, proxy, judgeProxy)
      return directOutlet(rules, judge)
    },
    async close() {
      await Promise.all([pools, proxied, operators].map((ways) => ways.close()))
    },
  }
}

/** Pools by provider, for one that hangs must not hold the connections of another at the same address. */
interface DirectPools {
  of(provider: Provider): PoolPair
  close(): Promise<void>
}

function createDirectPools(rules: Rules, lookups: Lookups, route: Route | undefined): DirectPools {
  const pools = new Map<Provider, PoolPair>()
  const standIn = route && connectToStandIn(route)
  // Two, for a connection that an override left open must not serve a caller's address.
  const makePools = (): PoolPair => ({
    judged: createPool(standIn ?? connectBy((target) => resolvePublic(target, rules, lookups))),
    trusted: createPool(standIn ?? connectBy((target) => resolveTrusted(target, lookups.trusted))),
  })
  return {
    of(provider) {
      const made = pools.get(provider) ?? makePools()
      pools.set(provider, made)
      return made
    },
    async close() {
      const open = [...pools.values()].flatMap(({ judged, trusted }) => [judged, trusted])
      await Promise.all(open.map((pool) => pool.close()))
    },
  }
}

/** Callers name two hosts; the message must say which one is meant. */
function aboutProxy(error: unknown): unknown {
  if (!(error instanceof OperationError)) return error
  const message =
    error.code === 'DESTINATION_REFUSED'
      ? 'The proxy is not at a public address, or at a port that is not for proxies.'
      : "The proxy's host has no address, or its name service does not answer."
  return new OperationError(error.code, message, { cause: error.cause })
}

async function resolveOperatorProxy(proxy: Endpoint, { trusted }: Lookups): Promise<JudgedAddress> {
  try {
    return await resolveTrusted(proxy, trusted)
  } catch (error) {
    throw aboutProxy(error)
  }
}

async function direct(pool: Pool): Promise<Way> {
  return { dispatcher: await pool.open(), absoluteForm: null }
}

/** @param unresolved true when no name service is asked, so that the name is all there is to judge. Otherwise the hop is
 * judged where its connection is dialled. */
function judgeHop({ real, wire, trusted }: Hop, unresolved: boolean, rules: Rules): void {
  if (trusted && real === wire) return
  const endpoint = endpointOf(real)
  judgePort(endpoint, rules)
  if (trusted || unresolved) judgeLiteral(endpoint, rules)
}

async function judgeForSandbox(endpoint: Endpoint, rules: Rules, route: Route): Promise<JudgedAddress> {
  judgeLiteral(endpoint, rules)
  const standIn = route({ ...endpoint, secure: false })
  return { host: endpoint.host, port: standIn.port, addresses: [standIn.host] }
}

function connectBy(resolve: (endpoint: Endpoint) => Promise<JudgedAddress>): Connect {
  return async (target, signal) => {
    const socket = await dial(await resolve(target), signal)
    return target.secure ? secure(socket, target.host, signal) : socket
  }
}

function connectToStandIn(route: Route): Connect {
  return (target, signal) => {
    const { host, port } = route(target)
    return dial({ host, port, addresses: [host] }, signal)
  }
}
