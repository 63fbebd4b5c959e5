// A client of the DevTools protocol: commands answered by id, events by session.
import type { Commands, EventName, Events, Method } from './protocol.ts'
import type { Transport } from './transport.ts'

/** The browser is gone, or what was asked about is: nothing can be said of the page any more. */
export class ConnectionClosed extends Error {
  constructor(message = 'The connection to the browser is closed.', options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConnectionClosed'
  }
}

/** The browser refused a command. */
export class CommandFailed extends Error {
  constructor(method: string, said: string) {
    super(`${method}: ${said}`)
    this.name = 'CommandFailed'
  }
}

/** Of a page, a worker, or (by `Connection.root`) of the browser itself. */
export interface Session {
  /** Rejects with `CommandFailed`, `ConnectionClosed`, or the reason of `signal`. */
  send<M extends Method>(method: M, params: Commands[M]['params'], signal?: AbortSignal): Promise<Commands[M]['result']>
  /** Listeners are called in the order of their coming. Returns what takes this one away. */
  on<E extends EventName>(event: E, listener: (facts: Events[E]) => void): () => void
  /** Forgets its listeners; commands under way reject with `ConnectionClosed`. */
  end(): void
}

interface Pending {
  readonly method: Method
  readonly sessionId: string | undefined
  resolve(result: unknown): void
  reject(error: unknown): void
}

type Listener = (facts: unknown) => void

/** As much of a message as is looked at here. The browser is ours, or one that the operator trusts with every page, so the
 * parts are not checked one by one: where one is missing, the connection ends. */
interface Message {
  readonly id?: number
  readonly method?: string
  readonly sessionId?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message?: string }
}

export class Connection {
  readonly root: Session
  /** Resolves when the connection is over, for whatever reason. */
  readonly closed: Promise<void>
  readonly #transport: Transport
  readonly #pending = new Map<number, Pending>()
  readonly #listeners = new Map<string, Map<string, Set<Listener>>>()
  #lastId = 0
  #isClosed = false

  constructor(transport: Transport) {
    this.#transport = transport
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    transport.start(
      (text) => this.#receive(text),
      () => {
        this.#end()
        resolve()
      },
    )
    this.root = this.session()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** @param id as the browser gave it; undefined for the browser's own */
  session(id?: string): Session {
    const key = id ?? ''
    const events = new Map<string, Set<Listener>>()
    this.#listeners.set(key, events)
    return {
      send: (method, params, signal) => this.#send(method, params, id, signal),
      on: (event, listener) => {
        const listeners = events.get(event) ?? new Set()
        events.set(event, listeners)
        // What a listener takes is settled by the event's name.
        listeners.add(listener as Listener)
        return () => listeners.delete(listener as Listener)
      },
      end: () => {
        events.clear()
        this.#forget(key)
      },
    }
  }

  close(): void {
    this.#transport.close()
    this.#end()
  }

  #send<M extends Method>(
    method: M,
    params: Commands[M]['params'],
    sessionId: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Commands[M]['result']> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      if (this.#isClosed) return reject(new ConnectionClosed())
      this.#lastId += 1
      const id = this.#lastId
      const onAbort = () => {
        this.#pending.delete(id)
        reject(signal?.reason)
      }
      const settle = () => signal?.removeEventListener('abort', onAbort)
      this.#pending.set(id, {
        method,
        sessionId,
        resolve: (result) => {
          settle()
          // The shape is the protocol's promise for this method.
          resolve(result as Commands[M]['result'])
        },
        reject: (error) => {
          settle()
          reject(error)
        },
      })
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#transport.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }))
    })
  }

  #receive(text: string): void {
    const message = parse(text)
    if (message === null) {
      this.close()
      return
    }
    if (message.id === undefined) {
      try {
        this.#emit(message)
      } catch {
        // An event without its parts: no browser says that, and nobody above could catch what it leads to.
        this.close()
      }
      return
    }
    const pending = this.#pending.get(message.id)
    if (pending === undefined) return
    this.#pending.delete(message.id)
    if (message.error === undefined) pending.resolve(message.result)
    else pending.reject(new CommandFailed(pending.method, message.error.message ?? 'no reason given'))
  }

  #emit({ method, params, sessionId }: Message): void {
    if (method === 'Target.detachedFromTarget') this.#forget((params as Events['Target.detachedFromTarget']).sessionId)
    const listeners = this.#listeners.get(sessionId ?? '')?.get(method ?? '')
    if (listeners === undefined) return
    for (const listener of [...listeners]) listener(params)
  }

  /** Of a session that is gone nothing is heard any more, and its commands are never answered. */
  #forget(sessionId: string): void {
    this.#listeners.delete(sessionId)
    for (const [id, pending] of this.#pending) {
      if ((pending.sessionId ?? '') !== sessionId) continue
      this.#pending.delete(id)
      pending.reject(new ConnectionClosed('The page is gone.'))
    }
  }

  #end(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const pending of this.#pending.values()) pending.reject(new ConnectionClosed())
    this.#pending.clear()
    this.#listeners.clear()
  }
}

/** null for what is no message: whoever talks at the other end is no browser. */
function parse(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}
