// One render at the filter: its bounds, its connections, what failed, and the end of it all.
import type { Socket } from 'node:net'
import { OperationError } from '@kiosk/catalog'
import { canonicalAddress } from '../destination/policy.ts'
import { type Endpoint, refuse } from '../destination/target.ts'
import { explain } from '../failures.ts'
import { createPool, type Pool } from '../pools.ts'
import { MAX_CONNECTIONS, MAX_FAILURES, MAX_RECEIVED_BYTES, MAX_REQUESTS, MAX_SENT_BYTES } from './bounds.ts'
import type { FilteredRender, FilterSession } from './filter.ts'
import type { Outlet } from './outlet.ts'

/** What the parts of the filter know of a render. */
export class RenderSession implements FilterSession {
  readonly outlet: Outlet
  /** Connections for plain http, which serve this render alone. */
  readonly pool: Pool
  readonly #render: FilteredRender
  readonly #onEnd: () => void
  readonly #ending = new AbortController()
  readonly #sockets = new Set<Socket>()
  readonly #failures = new Map<string, OperationError>()
  #received = 0
  #sent = 0
  #requests = 0
  #accepted = 0
  #isExhausted = false

  /** @param onEnd called once, when the filter is free for the next render. */
  constructor(render: FilteredRender, outlet: Outlet, onEnd: () => void) {
    this.#render = render
    this.#onEnd = onEnd
    this.outlet = outlet
    this.pool = createPool(async (target, signal) =>
      this.hold(await outlet.connect(target, AbortSignal.any([signal, this.signal]))),
    )
    render.signal.addEventListener('abort', this.end, { once: true })
  }

  get document(): FilteredRender['document'] {
    return this.#render.document
  }

  /** Aborts at the end of the render. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  get receivedBytes(): number {
    return this.#received
  }

  get isExhausted(): boolean {
    return this.#isExhausted
  }

  /** Takes a connection of the browser. False when there are too many, or the render is over. */
  accept(socket: Socket): boolean {
    if (this.signal.aborted || this.#accepted >= MAX_CONNECTIONS) return false
    this.#accepted += 1
    socket.once('close', () => {
      this.#accepted -= 1
    })
    this.#keep(socket)
    return true
  }

  /** Ends the connection with the render. Throws when the render is over. */
  hold(socket: Socket): Socket {
    this.#keep(socket)
    if (!this.signal.aborted && !this.#isExhausted) return socket
    socket.destroy()
    throw overError()
  }

  /** Counts a request or a tunnel. Throws `UNPROCESSABLE` when it is one too many, or the render is over. */
  countRequest(): void {
    this.#requests += 1
    if (this.#requests > MAX_REQUESTS) this.#exhaust()
    if (this.#isExhausted || this.signal.aborted) throw overError()
  }

  /** Counts and judges a request or a tunnel before anything of it leaves. Throws `DESTINATION_REFUSED`, `UNPROCESSABLE`. */
  admit(target: Endpoint): void {
    this.countRequest()
    if (target.host === this.document?.host) throw refuse('The document of a render has no other addresses.')
    if (this.#render.blocks(target.host)) throw new OperationError('UNPROCESSABLE', 'The host serves ads or trackers.')
    this.outlet.judge(target)
  }

  /** Counts bytes that the page gets. Over the bound all connections of the render end. */
  countReceived(bytes: number): void {
    this.#received += bytes
    if (this.#received > MAX_RECEIVED_BYTES) this.#exhaust()
  }

  /** Counts bytes of bodies and tunnels. Over the bound all connections of the render end. */
  countSent(bytes: number): void {
    this.#sent += bytes
    if (this.#sent > MAX_SENT_BYTES) this.#exhaust()
  }

  /** Remembers why an endpoint failed first. @param target null: the request named none. @returns the error for it. */
  noteFailure(target: Endpoint | null, error: unknown): OperationError {
    const failure = failureFrom(error)
    // What breaks because the render ends says nothing about the endpoint.
    if (target === null || this.signal.aborted || this.#failures.size >= MAX_FAILURES) return failure
    const key = this.#keyOf(target)
    if (!this.#failures.has(key)) this.#failures.set(key, failure)
    return failure
  }

  failureOf(endpoint: Endpoint): OperationError | null {
    return this.#failures.get(this.#keyOf(endpoint)) ?? null
  }

  /** Bound, for it listens to the render's signal. */
  readonly end = (): void => {
    if (this.signal.aborted) return
    this.#render.signal.removeEventListener('abort', this.end)
    this.#ending.abort(overError())
    this.#destroyAll()
    this.#onEnd()
  }

  #exhaust(): void {
    if (this.#isExhausted) return
    this.#isExhausted = true
    this.#destroyAll()
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }

  #destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy()
    void this.pool.close()
  }

  /** The stand-ins of the sandbox know no ports, and what was https comes to them as http. */
  #keyOf({ host, port }: Endpoint): string {
    const spelled = canonicalAddress(host) ?? host.toLowerCase()
    return this.outlet.isSandbox ? spelled : `${spelled} ${port}`
  }
}

function overError(): OperationError {
  return new OperationError('UNPROCESSABLE', 'The page takes more from the network than a page may.')
}

function failureFrom(error: unknown): OperationError {
  const explained = explain(error, null)
  if (explained instanceof OperationError) return explained
  return new OperationError('UPSTREAM_ERROR', "The upstream's answer is not understood.", { cause: error })
}
