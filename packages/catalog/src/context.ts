import type { Browser } from './browser.ts'
import type { Pages } from './pages.ts'

/** Time as operations see it; frozen in replay tests. */
export interface Clock {
  now(): Date
  /** Milliseconds that never run backwards; for `elapsedMs`. */
  monotonicMs(): number
}

/** Events an operator should see. Never a body, a cookie, a query or a caller. */
export interface Log {
  warn(message: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void
}

/** What an adapter asks of an upstream. Either `url`, or `path` on one of the provider's upstreams. */
export interface HttpRequest {
  readonly method?: 'GET' | 'POST'
  /** Name of one of the provider's upstreams; default `main`. */
  readonly upstream?: string
  /** Values for the `{names}` in the upstream's address, such as a language or an instance. */
  readonly params?: Readonly<Record<string, string>>
  /** Path below the upstream, beginning with a slash, already encoded. */
  readonly path?: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Absolute address: a link of an answer (a provider's own origins follow its override), or any public address where the provider says `hosts: 'any'`. */
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Raw body; set the content type yourself. */
  readonly body?: string | Uint8Array
  /** Body as a form (`application/x-www-form-urlencoded`). */
  readonly form?: Readonly<Record<string, string>>
  /** Body as JSON. */
  readonly json?: unknown
  /** Whose user agent: the service's own (default), or a current browser's with its usual headers. */
  readonly agent?: 'service' | 'browser'
  /** Most bytes of body after decompression; default 10 MB. More is `UNPROCESSABLE`. */
  readonly maxBytes?: number
  /** Budget of this request alone, inside the operation's own; over it is `UPSTREAM_TIMEOUT`. */
  readonly timeoutMs?: number
  /** Redirects followed, each hop judged; default 5. 0 hands the 3xx back. Cookies and authorization are dropped when the host changes. */
  readonly redirects?: number
  /** One more try after a reset, 502, 503 or 504; default true for GET, never for POST. */
  readonly retry?: boolean
  /** Goes through this proxy of the operator's; one of `Http.operatorProxies`. */
  readonly via?: OperatorProxy
}

/** A proxy that the operator set for pages that refuse this machine's address. */
export type OperatorProxy = 'datacenter' | 'residential'

export interface HttpResponse {
  readonly status: number
  /** Address of the answer as the real upstream's, after redirects (overrides turned back). */
  readonly url: string
  /** Value of a header, or null; several are joined with a comma and a blank. */
  header(name: string): string | null
  /** Every `set-cookie` line. */
  readonly cookies: readonly string[]
  readonly bytes: Uint8Array
  /** Body by the charset of its content type, UTF-8 when it names none. */
  text(): string
  /** Parsed body; undefined when it is not JSON. */
  json(): unknown
}

/** HTTP through the egress rules, bound to the call's signal, proxy and provider.
 * Throws `UPSTREAM_UNREACHABLE`, `UPSTREAM_TIMEOUT`, `UPSTREAM_ERROR` (reset, more redirects than allowed), `DESTINATION_REFUSED`, `UNPROCESSABLE`. Any status is an answer. */
export interface Http {
  send(request: HttpRequest): Promise<HttpResponse>
  /** Proxies of the operator's that this call may use by `via`, the one to try first at the head; none when the caller brought a proxy. */
  readonly operatorProxies: readonly OperatorProxy[]
}

/** Short memory shared by the calls of one provider: guest tokens, ETags, daily files. May forget at any time. */
export interface Memo {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string, ttlSec: number): Promise<void>
  delete(key: string): Promise<void>
}

/** Names that are given out once and for all. */
export interface Claims {
  /** True when nobody took `name` of this `kind` before, on any node, ever; then it is taken, durably. */
  claim(kind: string, name: string): Promise<boolean>
}

/** Randomness from a secure source. */
export interface Random {
  /** `length` characters drawn evenly from `alphabet`. */
  text(length: number, alphabet: string): string
}

/** Everything an operation may ask for by `needs`. */
export interface Capabilities {
  readonly http: Http
  readonly memo: Memo
  readonly claims: Claims
  readonly random: Random
  readonly pages: Pages
  readonly browser: Browser
}

export type CapabilityName = keyof Capabilities

/** What every operation gets. No caller in it: an operation cannot know who asks. */
export interface BaseContext<Settings> {
  /** Deadline and the caller's leaving in one. */
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly log: Log
  /** Value of an operator's setting that the provider declares; undefined when unset. */
  setting<Name extends keyof Settings & string>(name: Name): Settings[Name] | undefined
}

/** The context of an operation that names `Needs`; what it did not name is not there. */
export type Context<Needs extends CapabilityName = never, Settings = Record<never, never>> = BaseContext<Settings> &
  Pick<Capabilities, Needs>
