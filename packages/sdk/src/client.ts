// The client: one method for each operation, and what is common to all of them.
import { Call, FileCall } from './call.ts'
import type { CatalogDocument, Usage } from './documents.ts'
import { KioskError } from './errors.ts'
import type { OperationMethods, Operations } from './operation-types.generated.ts'
import { operations } from './operations.generated.ts'
import { type Input, pagesOf } from './pages.ts'
import type { Receipt } from './receipt.ts'
import { newIdempotencyKey, perform, read, type Transport } from './request.ts'

export interface KioskOptions {
  /** Default: the environment variable KIOSK_API_KEY, where there is an environment. */
  readonly apiKey?: string | undefined
  /** Where the engine is. Default: KIOSK_BASE_URL, else http://127.0.0.1:8080. */
  readonly baseUrl?: string | undefined
  /** Repeats of an attempt that failed for a while: no connection, 5xx, rate limit. Default 2. */
  readonly maxRetries?: number | undefined
  /** Milliseconds of one attempt. Default: the operation's own time-out and 10 s more. */
  readonly timeoutMs?: number | undefined
  /** http, https or socks5 proxy through which operations fetch. */
  readonly proxyUrl?: string | undefined
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** In place of the global one. */
  readonly fetch?: typeof fetch | undefined
  /** Told of every call that succeeded. */
  readonly onReceipt?: ((receipt: Receipt, slug: string) => void) | undefined
  /** A key in a web page is everybody's: without this, browsers are refused. */
  readonly dangerouslyAllowBrowser?: boolean | undefined
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly maxRetries?: number | undefined
  readonly proxyUrl?: string | undefined
  /** 36 to 255 characters. Default: a new random one for each call. Give one to repeat a call safely across restarts. */
  readonly idempotencyKey?: string | undefined
}

/** For slugs that this client does not know. */
const LONGEST_TIMEOUT_SEC = 310
const SLACK_MS = 10_000
const READ_TIMEOUT_MS = 15_000

/** Time-out, whether it acts on an account, and the field of its file, by slug. */
const facts = new Map(
  Object.values(operations).map(([slug, timeoutSec, acts, file]) => [
    slug as string,
    { timeoutSec, acts: acts === 1, file },
  ]),
)

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the loop below defines what the interface declares
export class Kiosk {
  readonly #transport: Transport
  readonly #options: KioskOptions

  /** Throws `TypeError` for a base URL that is none, and in browsers unless that is allowed. */
  constructor(options: KioskOptions = {}) {
    const env = environment()
    const baseUrl = (options.baseUrl ?? env.KIOSK_BASE_URL ?? 'http://127.0.0.1:8080').replace(/\/+$/, '')
    if (!/^https?:\/\/[^/]/.test(baseUrl))
      throw new TypeError(`baseUrl: expected an http or https address, not ${JSON.stringify(baseUrl)}`)
    if (isBrowser() && options.dangerouslyAllowBrowser !== true) {
      throw new TypeError(
        'An API key in a web page can be read by everybody who opens it. Call from a server, or pass dangerouslyAllowBrowser: true.',
      )
    }
    this.#options = options
    this.#transport = {
      baseUrl,
      apiKey: options.apiKey ?? env.KIOSK_API_KEY,
      headers: options.headers ?? {},
      fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    }
  }

  /** Calls any operation by its slug, also one that this client does not know yet. Rejects with `KioskError`. */
  call<S extends keyof Operations>(
    slug: S,
    input: Operations[S]['input'],
    options?: CallOptions,
  ): Call<Operations[S]['output']>
  call(slug: string, input?: object, options?: CallOptions): Call<unknown>
  call(slug: string, input: object = {}, options: CallOptions = {}): Call<unknown> {
    const { timeoutSec, acts, file } = facts.get(slug) ?? {
      timeoutSec: LONGEST_TIMEOUT_SEC,
      acts: true,
      file: undefined,
    }
    const answer = this.#perform(slug, input, options, { timeoutSec, acts })
    return file === undefined ? new Call(answer) : new FileCall(answer, file)
  }

  async #perform(
    slug: string,
    input: object,
    options: CallOptions,
    { timeoutSec, acts }: { timeoutSec: number; acts: boolean },
  ) {
    const { maxRetries = 2, timeoutMs, proxyUrl, onReceipt } = this.#options
    if (this.#transport.apiKey === undefined) {
      throw new KioskError('No API key: pass apiKey, or set KIOSK_API_KEY.', {
        code: 'UNAUTHORIZED',
        status: 0,
        retryable: false,
      })
    }
    const answer = await perform(this.#transport, {
      slug,
      body: JSON.stringify(input),
      idempotencyKey: options.idempotencyKey ?? newIdempotencyKey(),
      proxyUrl: options.proxyUrl ?? proxyUrl,
      timeoutMs: options.timeoutMs ?? timeoutMs ?? timeoutSec * 1000 + SLACK_MS,
      maxRetries: options.maxRetries ?? maxRetries,
      acts,
      signal: options.signal,
    })
    onReceipt?.(answer.receipt, slug)
    return answer
  }

  /** The pages of a listing, each as the operation answers it; ends after the last one. Each page is a call of its own. */
  pages<S extends keyof Operations>(
    slug: S,
    input: Operations[S]['input'],
    options?: Omit<CallOptions, 'idempotencyKey'>,
  ): AsyncGenerator<Operations[S]['output'], void, undefined> {
    const ask = (next: Input) => this.call(slug, next as Operations[S]['input'], options)
    return pagesOf(ask, { ...(input as Input) })
  }

  /** What the organization spent this month. Costs nothing. */
  async usage(options: Pick<CallOptions, 'signal'> = {}): Promise<Usage> {
    return (await read(this.#transport, '/usage', READ_TIMEOUT_MS, options.signal)) as Usage
  }

  /** Every operation with its schemas, price and examples. Needs no key. */
  async catalog(options: Pick<CallOptions, 'signal'> = {}): Promise<CatalogDocument> {
    return (await read(this.#transport, '/catalog', READ_TIMEOUT_MS, options.signal)) as CatalogDocument
  }
}

// The methods stand on the prototype, by a loop over the table: 72 written out would be most of this package.
export interface Kiosk extends OperationMethods {}
for (const [method, [slug]] of Object.entries(operations)) {
  Object.defineProperty(Kiosk.prototype, method, {
    configurable: true,
    writable: true,
    value(this: Kiosk, input?: object, options?: CallOptions) {
      return this.call(slug as string, input, options)
    },
  })
}

function environment(): Readonly<Record<string, string | undefined>> {
  return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {}
}

function isBrowser(): boolean {
  const { window } = globalThis as { window?: { document?: unknown } }
  return window?.document !== undefined
}
