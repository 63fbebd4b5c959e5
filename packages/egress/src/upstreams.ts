// Where a provider's requests go: default addresses, an operator's overrides, and the way back from one to the other.
import { type HttpRequest, invalidInput, notConfigured, type Provider, upstreamVariable } from '@kiosk/catalog'
import { parseTarget, refuse } from './destination/target.ts'
import { type Origin, parseOverride, parseTemplate, type Template } from './upstream-address.ts'

/** One address on the way of a request, as the world knows it and as it is dialled. */
export interface Hop {
  /** The real upstream's address; judged by name even where an override stands in for it. */
  readonly real: URL
  /** The address that is connected to; the same as `real` without an override. */
  readonly wire: URL
  /** True when the operator configured `wire`, so that it may be private. */
  readonly trusted: boolean
  /** Path of the override that `wire` begins with; empty for none. */
  readonly prefix: string
  /** The upstream whose override `wire` lies under, or null. */
  readonly upstream: Upstream | null
}

/** The addresses of one provider. Pure: nothing is resolved or judged here. */
export interface UpstreamMap {
  /** First hop of a request. Throws `DESTINATION_REFUSED`, `NOT_CONFIGURED`, `INVALID_INPUT` (a param that is no host). */
  start(request: HttpRequest): Hop
  /** Hop of a `location` that the answer of `from` names. Throws `DESTINATION_REFUSED`. */
  follow(from: Hop, location: string): Hop
}

interface Upstream {
  readonly name: string
  readonly template: Template | null
  readonly override: Origin | null
}

/** @param override the operator's address for one of the provider's upstreams, or null. Throws `TypeError` when it is malformed. */
export function mapUpstreams(provider: Provider, override: (upstream: string) => string | null): UpstreamMap {
  const upstreams = Object.entries(provider.upstreams).map(([name, address]): Upstream => {
    const own = override(name)
    return {
      name,
      template: address === null ? null : parseTemplate(address),
      override: own === null ? null : parseOverride(own, upstreamVariable(provider.name, name)),
    }
  })
  // Fixed addresses before those with a param, and a param that is the whole host last: it matches everything.
  const byTemplate = upstreams.toSorted((a, b) => breadth(a) - breadth(b))
  const byOverride = upstreams.toSorted((a, b) => (b.override?.path.length ?? 0) - (a.override?.path.length ?? 0))

  // Only the provider's own side may name an override's address: from a caller or a foreign page it would be a way in.
  const locate = (url: URL, ownSide: readonly Upstream[]): Hop | null => {
    for (const upstream of ownSide) {
      const hop = fromOverride(upstream, url)
      if (hop !== null) return hop
    }
    for (const upstream of byTemplate) {
      const params = upstream.template?.match(url)
      if (params) return overridden(upstream, url, params)
    }
    return null
  }

  return {
    start(request) {
      if (request.url === undefined) return startBelow(provider, upstreams, request)
      const url = parseTarget(request.url)
      const hop = locate(url, provider.hosts === 'own' ? byOverride : [])
      if (hop !== null) return hop
      if (provider.hosts === 'any') return live(url)
      throw refuse(`The address is none of ${provider.title}'s own.`)
    },
    follow(from, location) {
      const url = parseTarget(location, from.real)
      const relative = !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(location)
      // A stand-in that knows of its prefix writes it into its links; one that replays the real host does not.
      const prefixed = from.prefix !== '' && url.pathname.startsWith(`${from.prefix}/`)
      const found = relative && prefixed ? parseTarget(location, from.wire) : url
      return locate(found, from.upstream === null ? [] : [from.upstream, ...byOverride]) ?? live(found)
    },
  }
}

function breadth({ template }: Upstream): number {
  if (template === null) return 3
  return template.isAnyHost ? 2 : Math.min(template.params.length, 1)
}

function live(url: URL): Hop {
  return { real: url, wire: url, trusted: false, prefix: '', upstream: null }
}

function overridden(upstream: Upstream, real: URL, params: readonly string[]): Hop {
  const { override } = upstream
  if (override === null) return live(real)
  const prefix = [override.path, ...params].join('/')
  // `real` went through URL, so no dot segment is left that could climb out of the prefix.
  const wire = new URL(`${override.origin}${prefix}${real.pathname}${real.search}`)
  return { real, wire, trusted: true, prefix, upstream }
}

/** The hop of an address that lies under an override, or null. */
function fromOverride(upstream: Upstream, url: URL): Hop | null {
  const { template, override } = upstream
  if (override === null || url.origin !== override.origin) return null
  if (override.path !== '' && !url.pathname.startsWith(`${override.path}/`)) return null
  const below = url.pathname.slice(override.path.length)
  if (template === null) return { real: url, wire: url, trusted: true, prefix: override.path, upstream }
  const segments = below.slice(1).split('/')
  const params = segments.slice(0, template.params.length)
  const origin = template.fill(params)
  if (origin === null || segments.length <= params.length) return null
  const real = new URL(`${origin}/${segments.slice(params.length).join('/')}${url.search}`)
  return { real, wire: url, trusted: true, prefix: [override.path, ...params].join('/'), upstream }
}

function startBelow(provider: Provider, upstreams: readonly Upstream[], request: HttpRequest): Hop {
  const name = request.upstream ?? 'main'
  const upstream = upstreams.find((candidate) => candidate.name === name)
  if (upstream === undefined) throw new TypeError(`provider ${provider.name} has no upstream ${name}`)
  const path = request.path ?? '/'
  if (!path.startsWith('/')) throw new TypeError(`path ${path}: must begin with a slash`)
  const { template, override } = upstream
  const rest = `${path.replace(/#.*/s, '')}${querySuffix(path, request.query)}`
  if (template === null) {
    if (override === null) {
      throw notConfigured(`${provider.title} has no default address; set ${upstreamVariable(provider.name, name)}.`)
    }
    const below = new URL(`${override.origin}${rest}`)
    const wire = new URL(`${override.origin}${override.path}${below.pathname}${below.search}`)
    return { real: wire, wire, trusted: true, prefix: override.path, upstream }
  }
  const params = template.params.map((param) => readParam(template, param, request.params?.[param]))
  const origin = template.fill(params)
  if (origin === null) throw invalidInput(template.params.join(', '), 'expected the name of a host or of its part')
  const real = new URL(`${origin}${rest}`)
  return overridden(upstream, real, params)
}

function readParam(template: Template, name: string, value: string | undefined): string {
  if (value === undefined) throw new TypeError(`param ${name} is missing`)
  const spelled = template.spell(value)
  if (spelled === null)
    throw invalidInput(name, template.isAnyHost ? 'expected a host name' : 'expected one label of a host name')
  return spelled
}

function querySuffix(path: string, query: HttpRequest['query']): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) pairs.append(name, String(value))
  }
  if (pairs.size === 0) return ''
  return `${path.includes('?') ? '&' : '?'}${pairs}`
}
