// Calls that belong together: those of one session at a site whose sessions are bound to the address they were made from.
import type { CallOptions, Kiosk } from './client.ts'
import { isRecord } from './errors.ts'
import type { Operations } from './operation-types.generated.ts'

type InputWithoutSession<S extends string> = S extends keyof Operations
  ? Omit<Operations[S]['input'], 'session' | 'proxyUrl'>
  : object
type OutputOf<S extends string> = S extends keyof Operations ? Operations[S]['output'] : unknown

/** A session that goes along: each call sends the session that the one before answered, and all go through one proxy, or none. */
export class SessionChain {
  readonly #kiosk: Kiosk
  readonly #proxyUrl: string | undefined
  #session: string

  /** @param session of a session that was kept, with the proxy that it was made through */
  constructor(kiosk: Kiosk, session: string, proxyUrl?: string) {
    this.#kiosk = kiosk
    this.#session = session
    this.#proxyUrl = proxyUrl
  }

  /** Makes a session by an operation that gives one, such as `jobsite-public-session.post`. Rejects with `KioskError`, and with
   * `TypeError` when the answer holds no session. */
  static async start<S extends string>(
    kiosk: Kiosk,
    slug: S,
    input: InputWithoutSession<S>,
    options: { readonly proxyUrl?: string } = {},
  ): Promise<SessionChain> {
    const { proxyUrl } = options
    const session = sessionOf(await kiosk.call(slug as string, withProxy(input, proxyUrl)))
    if (session === null) throw new TypeError(`${slug} answered no session`)
    return new SessionChain(kiosk, session, proxyUrl)
  }

  /** To be kept, and given to the constructor later. A secret. */
  get session(): string {
    return this.#session
  }

  /** Rejects with `KioskError`. Call one after the other: a session may be renewed by each answer. */
  async call<S extends string>(
    slug: S,
    input: InputWithoutSession<S>,
    options?: Omit<CallOptions, 'proxyUrl'>,
  ): Promise<OutputOf<S>> {
    const output = await this.#kiosk.call(
      slug as string,
      { ...withProxy(input, this.#proxyUrl), session: this.#session },
      options,
    )
    this.#session = sessionOf(output) ?? this.#session
    return output as OutputOf<S>
  }
}

function withProxy(input: object, proxyUrl: string | undefined): object {
  return proxyUrl === undefined ? input : { ...input, proxyUrl }
}

function sessionOf(output: unknown): string | null {
  return isRecord(output) && typeof output.session === 'string' ? output.session : null
}
