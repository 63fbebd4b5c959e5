// `Http` for tests: builds addresses and follows redirects as egress does, and asks an `Answerer` in place of the network.
import {
  type Exchange,
  type Http,
  type HttpRequest,
  type HttpResponse,
  matchExchange,
  OperationError,
  type OperatorProxy,
  type Provider,
  type SentRequest,
  upstreamVariable,
} from '@kiosk/catalog'

/** In the order in which they are tried. */
const PROXIES: readonly OperatorProxy[] = ['datacenter', 'residential']

export type Answer = Exchange['response']
export type Answerer = (request: SentRequest) => Answer | Promise<Answer>

/** A request that no exchange of the case answers: the fixture or the operation is wrong. */
export class UnexpectedRequest extends Error {
  constructor(request: SentRequest, exchanges: readonly Exchange[]) {
    const offered = exchanges.map(({ request: one }) => {
      const body = one.body === undefined ? '' : ` with body ${JSON.stringify(one.body)}`
      return `  ${one.method} ${one.url}${body}`
    })
    const via = request.via === undefined ? '' : ` through the ${request.via} proxy`
    const body = request.body && ` with body ${request.body.slice(0, 500)}`
    super(
      `No exchange answers ${request.method} ${request.url}${via}${body}\nThe case offers:\n${offered.join('\n') || '  nothing'}`,
    )
    this.name = 'UnexpectedRequest'
  }
}

/** Answers from exchanges and remembers what was asked. */
export class ExchangeAnswerer {
  readonly #exchanges: readonly Exchange[]
  readonly #served = new Set<Exchange>()
  /** Requests that nothing answered; kept because an operation may swallow the error. */
  readonly unexpected: UnexpectedRequest[] = []

  /** @param exchanges rendered ones */
  constructor(exchanges: readonly Exchange[]) {
    this.#exchanges = exchanges
  }

  /** @throws UnexpectedRequest */
  readonly answer: Answerer = (request) => {
    const exchange = matchExchange(this.#exchanges, request, this.#served)
    if (exchange === undefined) {
      const error = new UnexpectedRequest(request, this.#exchanges)
      this.unexpected.push(error)
      throw error
    }
    this.#served.add(exchange)
    return exchange.response
  }

  /** Exchanges that nobody asked for. */
  unused(): Exchange[] {
    return this.#exchanges.filter((exchange) => !this.#served.has(exchange))
  }
}

export interface FixtureHttpOptions {
  readonly provider: Provider
  readonly answer: Answerer
  readonly signal: AbortSignal
  /** Operator's settings by variable; a `KIOSK_UPSTREAM_…` gives an upstream without a default its address, a
   * `KIOSK_PROXY_…` makes that proxy one of `operatorProxies`. */
  readonly settings?: Readonly<Record<string, string>>
}

/** @returns the real addresses in `HttpResponse.url`; retries nothing. */
export function fixtureHttp({ provider, answer, signal, settings = {} }: FixtureHttpOptions): Http {
  const ask = async (request: SentRequest) => {
    signal.throwIfAborted()
    return Promise.race([answer(request), rejectionOf(signal)])
  }
  const operatorProxies = PROXIES.filter((name) => settings[`KIOSK_PROXY_${name.toUpperCase()}`] !== undefined)
  return {
    operatorProxies,
    async send(request) {
      if (request.via !== undefined && !operatorProxies.includes(request.via)) {
        throw new TypeError(`the operator set no ${request.via} proxy`)
      }
      let sent = sentRequest(request, addressOf(provider, request, settings))
      const allowed = request.redirects ?? 5
      for (let hops = 0; ; hops += 1) {
        const response = await ask(sent)
        const location = [response.headers.location].flat()[0]
        const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && location !== undefined
        if (!isRedirect || allowed === 0) return httpResponse(response, sent.url, request.maxBytes ?? 10_000_000)
        if (hops === allowed) throw new OperationError('UPSTREAM_ERROR', `More than ${allowed} redirects.`)
        sent = redirected(sent, response.status, new URL(location, sent.url))
      }
    },
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function addressOf(provider: Provider, request: HttpRequest, settings: Readonly<Record<string, string>>): URL {
  const url = request.url === undefined ? upstreamUrl(provider, request, settings) : new URL(request.url)
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) url.searchParams.append(name, String(value))
  }
  if (request.url !== undefined && provider.hosts === 'own' && !isOwn(provider, url)) {
    throw new OperationError('DESTINATION_REFUSED', `${url.origin} is none of the provider's own addresses.`)
  }
  return url
}

function upstreamUrl(provider: Provider, request: HttpRequest, settings: Readonly<Record<string, string>>): URL {
  const name = request.upstream ?? 'main'
  const fixed = provider.upstreams[name]
  const address = fixed === null ? (settings[upstreamVariable(provider.name, name)] ?? null) : fixed
  if (address === undefined) throw new TypeError(`provider ${provider.name} has no upstream named ${name}`)
  if (address === null) {
    throw new OperationError('NOT_CONFIGURED', `${upstreamVariable(provider.name, name)} is not set.`)
  }
  const path = request.path ?? ''
  if (path !== '' && !path.startsWith('/')) throw new TypeError(`path ${path}: expected a slash at its beginning`)
  const origin = address.replace(/\{(\w+)\}/g, (whole, param: string) => {
    const value = request.params?.[param]
    if (value === undefined) throw new TypeError(`${address}: the request gives no param for ${whole}`)
    return value
  })
  return new URL(origin + path)
}

function isOwn(provider: Provider, url: URL): boolean {
  return Object.values(provider.upstreams).some((address) => {
    if (address === null) return false
    const parts = address.split(/\{\w+\}/).map((part) => part.replace(/[^\w]/g, '\\$&'))
    return new RegExp(`^${parts.join('[^/]+')}$`).test(url.origin)
  })
}

function sentRequest(request: HttpRequest, url: URL): SentRequest {
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const hasBody = [request.body, request.form, request.json].some((part) => part !== undefined)
  const { via } = request
  const sent = { method: request.method ?? (hasBody ? 'POST' : 'GET'), url: url.href, ...(via && { via }) }
  if (request.json !== undefined) {
    return { ...sent, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(request.json) }
  }
  if (request.form !== undefined) {
    const body = new URLSearchParams(request.form).toString()
    return { ...sent, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body }
  }
  const body = typeof request.body === 'string' ? request.body : new TextDecoder('latin1').decode(request.body)
  return { ...sent, headers, body }
}

function redirected(sent: SentRequest, status: number, target: URL): SentRequest {
  const isSameHost = target.host === new URL(sent.url).host
  const headers = Object.fromEntries(
    Object.entries(sent.headers).filter(([name]) => isSameHost || (name !== 'cookie' && name !== 'authorization')),
  )
  const keepsMethod = status === 307 || status === 308 || sent.method === 'GET'
  const next = { ...sent, headers, url: target.href }
  return keepsMethod ? next : { ...next, method: 'GET', body: '' }
}

function httpResponse(answer: Answer, url: string, maxBytes: number): HttpResponse {
  const bytes = typeof answer.body === 'string' ? new TextEncoder().encode(answer.body) : answer.body
  if (bytes.byteLength > maxBytes) throw new OperationError('UNPROCESSABLE', `More than ${maxBytes} bytes.`)
  const header = (name: string) => {
    const value = answer.headers[name.toLowerCase()]
    return value === undefined ? null : [value].flat().join(', ')
  }
  const text = () => {
    const charset = /charset="?([\w-]+)/i.exec(header('content-type') ?? '')?.[1]
    return new TextDecoder(charset ?? 'utf-8').decode(bytes)
  }
  return {
    status: answer.status,
    url,
    header,
    cookies: [answer.headers['set-cookie'] ?? []].flat(),
    bytes,
    text,
    json: () => {
      try {
        return JSON.parse(text())
      } catch {
        return undefined
      }
    },
  }
}
