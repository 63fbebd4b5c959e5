// The way out of one render: what is judged before a connection is used, and how one is made.
import type { Socket } from 'node:net'
import { dial, unreachable } from '../destination/dial.ts'
import type { JudgedAddress } from '../destination/resolve.ts'
import { type Endpoint, judgeLiteral, judgePort, type Rules } from '../destination/target.ts'
import {
  dialThrough,
  type ProxyAddress,
  proxyAuthorization,
  takesAbsoluteForm,
  tunnelThrough,
} from '../proxy/proxies.ts'

export interface Outlet {
  /** Judges what a target says of itself; for every request, also one that a kept connection will carry.
   * Throws `DESTINATION_REFUSED`. */
  judge(target: Endpoint): void
  /** A connection for plain http requests to the target. Throws `DESTINATION_REFUSED`, `UPSTREAM_UNREACHABLE`. */
  connect(target: Endpoint, signal: AbortSignal): Promise<Socket>
  /** A connection that carries whatever is written to it. Throws `DESTINATION_REFUSED`, `UPSTREAM_UNREACHABLE`. */
  tunnel(target: Endpoint, signal: AbortSignal): Promise<Socket>
  /** Set when `connect` ends at a web proxy, which takes requests with their whole address and this authorization. */
  readonly absoluteForm: { readonly authorization: string | null } | null
  /** True when stand-ins answer, whose mark for an unknown request is then understood. */
  readonly isSandbox: boolean
}

type Judge = (endpoint: Endpoint) => Promise<JudgedAddress>

/** @param judge resolves and judges a target; its connection goes to one of the judged addresses. */
export function directOutlet(rules: Rules, judge: Judge): Outlet {
  const open = async (target: Endpoint, signal: AbortSignal) => dial(await judge(target), signal)
  return {
    judge: (target) => judgePort(target, rules),
    connect: open,
    tunnel: open,
    absoluteForm: null,
    isSandbox: false,
  }
}

/** @param judgeProxy resolves and judges the proxy's own host; names of targets are the proxy's to resolve. */
export function proxiedOutlet(
  rules: Rules,
  proxy: ProxyAddress,
  judgeProxy: (proxy: ProxyAddress) => Promise<JudgedAddress>,
): Outlet {
  const isAbsolute = takesAbsoluteForm(proxy, false)
  return {
    judge(target) {
      judgePort(target, rules)
      judgeLiteral(target, rules)
    },
    connect: async (target, signal) =>
      dialThrough(proxy, await judgeProxy(proxy), { ...target, secure: false }, signal),
    tunnel: async (target, signal) => tunnelThrough(proxy, await judgeProxy(proxy), target, signal),
    absoluteForm: isAbsolute ? { authorization: proxyAuthorization(proxy) } : null,
    isSandbox: false,
  }
}

/** @param route gives the stand-in of a target, which speaks plain http alone. */
export function sandboxOutlet(
  rules: Rules,
  route: (target: Endpoint & { readonly secure: boolean }) => Endpoint,
): Outlet {
  return {
    judge(target) {
      judgePort(target, rules)
      judgeLiteral(target, rules)
    },
    connect(target, signal) {
      const { host, port } = route({ ...target, secure: false })
      return dial({ host, port, addresses: [host] }, signal)
    },
    tunnel: async () => {
      throw unreachable('The sandbox has no secure channels.')
    },
    absoluteForm: null,
    isSandbox: true,
  }
}
