// Whether the upstreams of the operations can be reached, on the very way that the operations take.
import { OperationError, type Provider, upstreamsOf } from '@kiosk/catalog'
import type { Egress } from '@kiosk/egress'
import type { Config } from '../../config.ts'
import { providersOf } from '../service-settings.ts'
import type { Check } from './check.ts'

const TIMEOUT_MS = 5_000
const MAX_SKEW_SEC = 60

/** Stand-ins for the params in upstreams' addresses. */
const params = { language: 'en' }

interface Probe {
  readonly check: Check
  readonly reached: boolean
  /** Seconds that this machine's clock is ahead; null when the answer named no time. */
  readonly skewSec: number | null
}

/** One check per upstream, and what they say together about internet and clock. */
export async function checkNetwork(config: Config): Promise<Check[]> {
  const [{ registry }, { createAllowList, createEgress }] = await Promise.all([
    import('@kiosk/operations'),
    import('@kiosk/egress'),
  ])
  const egress = createEgress({
    allow: createAllowList(config.egressAllow),
    overrides: (provider, upstream) => config.upstreams[provider]?.[upstream] ?? null,
    userAgent: config.userAgent,
  })
  const providers = providersOf(registry.values()).filter(({ name }) => !config.providersDisabled.includes(name))
  try {
    const probes = await Promise.all(providers.flatMap((provider) => probesOf(egress, provider, config)))
    const summary = internet(probes)
    // One advice for all of them, where none was reached, in place of ten times the same.
    const each = probes.map(({ check: { todo, ...facts } }) =>
      summary.status === 'ok' && todo ? { ...facts, todo } : facts,
    )
    return [summary, clock(probes), ...each]
  } finally {
    await egress.close()
  }
}

/** Upstreams without an address of their own (named by the caller, or unset) have nothing to be probed. */
function probesOf(egress: Egress, provider: Provider, config: Config): Promise<Probe>[] {
  return upstreamsOf(provider)
    .filter(({ name, address }) => {
      const overridden = config.upstreams[provider.name]?.[name] !== undefined
      const unfilled = address?.replaceAll(/\{(\w+)\}/g, (all, param: string) =>
        Object.hasOwn(params, param) ? '' : all,
      )
      return unfilled === undefined ? overridden : !unfilled.includes('{')
    })
    .map(({ name, variable, address }) => probe(egress, provider, name, { variable, address: address ?? '' }))
}

async function probe(
  egress: Egress,
  provider: Provider,
  upstream: string,
  { variable, address }: { variable: string; address: string },
): Promise<Probe> {
  const name = `upstream ${provider.name}${upstream === 'main' ? '' : ` (${upstream})`}`
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const request = { upstream, params, path: '/', redirects: 0, retry: false, timeoutMs: TIMEOUT_MS }
    const answer = await egress.http(provider, { signal, proxy: null }).send(request)
    const date = Date.parse(answer.header('date') ?? '')
    const skewSec = Number.isNaN(date) ? null : Math.round((Date.now() - date) / 1000)
    return { check: { name, status: 'ok', found: `answers (HTTP ${answer.status})` }, reached: true, skewSec }
  } catch (error) {
    // More bytes than allowed, or an answer that breaks off, came from somebody who was reached.
    const reached = error instanceof OperationError && !/UNREACHABLE|TIMEOUT|REFUSED/.test(error.code)
    if (reached) return { check: { name, status: 'ok', found: 'answers' }, reached, skewSec: null }
    const why = signal.aborted ? 'no answer in 5 s' : error instanceof Error ? error.message : String(error)
    const todo = `its operations fail until ${address || 'it'} can be reached; ${variable} names another address`
    return { check: { name, status: 'warn', found: why, todo }, reached, skewSec: null }
  }
}

function internet(probes: readonly Probe[]): Check {
  const name = 'internet'
  const reached = probes.filter((probe) => probe.reached).length
  const found = `${reached} of ${probes.length} upstreams answer`
  if (reached > 0 || probes.length === 0) return { name, status: 'ok', found }
  const todo = 'check DNS (/etc/resolv.conf), routes and firewall; kiosk serve --sandbox works without internet'
  return { name, status: 'fail', found, todo }
}

/** Months, sessions and TLS go by the clock. */
function clock(probes: readonly Probe[]): Check {
  const name = 'clock'
  const skews = probes.flatMap(({ skewSec }) => (skewSec === null ? [] : [skewSec])).sort((a, b) => a - b)
  const median = skews[Math.floor(skews.length / 2)]
  if (median === undefined)
    return { name, status: 'ok', found: `${new Date().toISOString()}, not compared with anyone` }
  if (Math.abs(median) <= MAX_SKEW_SEC) return { name, status: 'ok', found: 'agrees with the upstreams' }
  const found = `${Math.abs(median)} s ${median > 0 ? 'ahead of' : 'behind'} the upstreams`
  return { name, status: 'fail', found, todo: 'switch on time synchronization (systemd-timesyncd or chrony)' }
}
