// Browsers, their pages and the filters in front of them, shared by all renders.
import { OperationError, type Secret } from '@kiosk/catalog'
import type { Filter, FilteredRender, FilterOptions, FilterSession } from '@kiosk/egress'
import { CommandFailed, ConnectionClosed } from '../cdp/connection.ts'
import { type Deadline, startDeadline } from '../page/deadline.ts'
import type { RenderPage, Viewport } from '../page/render-page.ts'
import type { HostSource } from './host.ts'
import { Place, type WearBounds } from './place.ts'
import { Seat } from './seat.ts'
import { Slots } from './slots.ts'
import type { Tenure } from './tenure.ts'

export interface PoolOptions {
  readonly source: HostSource
  readonly openFilter: (options: FilterOptions) => Promise<Filter>
  /** Renders at once. */
  readonly slots: number
  readonly wear: WearBounds
  /** Browsers go after this time without a render. */
  readonly idleMs: number
  /** Most time of one render, from its coming; it ends with a clear error before its call would. */
  readonly limitMs: number
}

/** What is known of one call. */
export interface RenderCall {
  readonly signal: AbortSignal
  readonly proxy: Secret | null
}

export interface RenderOrder<T> {
  readonly blocks: FilteredRender['blocks']
  readonly document: FilteredRender['document']
  /** What the page is opened with, where none is open yet. */
  readonly viewport: Viewport
  readonly work: (page: RenderPage, session: FilterSession, deadline: Deadline) => Promise<T>
}

export interface PoolFacts {
  readonly running: number
  readonly waiting: number
  readonly renders: number
  /** Browsers that are up. */
  readonly browsers: number
  /** Browsers brought up so far. */
  readonly launches: number
}

/** Callers have queues of their own; this one is for those that do not. */
const MOST_WAITING = 64
/** Another try after the death of a browser needs this much time. */
const RETRY_RESERVE_MS = 8000
/** A render that waited long gets at least this. */
const LEAST_LIMIT_MS = 2000
/** Free seats that are kept. */
const SPARE_SEATS = 2

export class Pool {
  readonly #options: PoolOptions
  readonly #slots: Slots
  readonly #places: readonly Place[]
  readonly #freeSeats: Seat[] = []
  readonly #closing = new AbortController()
  #idleTimer: NodeJS.Timeout | undefined
  #renders = 0

  constructor(options: PoolOptions) {
    this.#options = options
    this.#slots = new Slots(options.slots, MOST_WAITING)
    this.#places = Array.from(
      { length: options.source.count },
      (_, index) => new Place(options.source, index, options.wear, this.#closing.signal),
    )
  }

  get facts(): PoolFacts {
    return {
      running: this.#slots.running,
      waiting: this.#slots.waiting,
      renders: this.#renders,
      browsers: this.#places.filter(({ isUp }) => isUp).length,
      launches: this.#places.reduce((sum, { launches }) => sum + launches, 0),
    }
  }

  /** Gives `order.work` a fresh page behind a filter of its own. Throws what it throws, `NOT_CONFIGURED`, `OVERLOADED`,
   * `SERVICE_UNAVAILABLE`, `UNPROCESSABLE`, or the reason of the call's signal. */
  render<T>(call: RenderCall, order: RenderOrder<T>): Promise<T> {
    const beganMs = performance.now()
    return this.#slots.run(call.signal, async () => {
      clearTimeout(this.#idleTimer)
      const deadline = startDeadline(
        call.signal,
        Math.max(LEAST_LIMIT_MS, this.#options.limitMs - (performance.now() - beganMs)),
      )
      const unfollow = deadline.follow(this.#closing.signal)
      try {
        deadline.signal.throwIfAborted()
        return await this.#tryTwice(call, order, deadline)
      } finally {
        unfollow()
        deadline.end()
        this.#renders += 1
        this.#startIdleTimer()
      }
    })
  }

  /** Ends all browsers and filters, and with them what is under way. */
  async close(): Promise<void> {
    this.#closing.abort(new OperationError('SERVICE_UNAVAILABLE', 'The service is stopping.'))
    clearTimeout(this.#idleTimer)
    await this.#stopBrowsers()
    await Promise.all(this.#freeSeats.splice(0).map(({ filter }) => filter.close()))
  }

  /** A browser that dies takes the pages of all calls with it, whoever's page it was; a picture not taken yet can be taken again. */
  async #tryTwice<T>(call: RenderCall, order: RenderOrder<T>, deadline: Deadline): Promise<T> {
    try {
      return await this.#attempt(call, order, deadline)
    } catch (error) {
      if (!(error instanceof BrowserDied) || deadline.leftMs() < RETRY_RESERVE_MS || this.#closing.signal.aborted)
        throw error
      return this.#attempt(call, order, deadline)
    }
  }

  async #attempt<T>(call: RenderCall, order: RenderOrder<T>, deadline: Deadline): Promise<T> {
    deadline.waitsFor = 'browser'
    const { place, tenure } = await this.#enter(deadline.signal)
    let seat: Seat | null = null
    try {
      seat = await this.#takeSeat(tenure)
      const page = await seat.take(tenure.host, order.viewport, deadline.signal)
      deadline.waitsFor = 'page'
      return await this.#work(call, order, deadline, seat, page)
    } catch (error) {
      throw explained(error, tenure)
    } finally {
      place.leave(tenure)
      if (seat !== null) this.#tidyUp(seat, tenure)
    }
  }

  async #work<T>(
    { proxy }: RenderCall,
    { blocks, document, work }: RenderOrder<T>,
    deadline: Deadline,
    { filter }: Seat,
    page: RenderPage,
  ): Promise<T> {
    const session = filter.begin({ signal: deadline.signal, proxy, blocks, document })
    const unfollow = deadline.follow(page.crashed)
    try {
      return await work(page, session, deadline)
    } finally {
      unfollow()
      session.end()
    }
  }

  /** The browser that has least to do, of those that can be reached. */
  async #enter(signal: AbortSignal): Promise<{ place: Place; tenure: Tenure }> {
    const places = this.#places.toSorted((a, b) => Number(a.isFailing) - Number(b.isFailing) || a.users - b.users)
    let failure: unknown = new TypeError('a pool needs a place for a browser')
    for (const place of places) {
      try {
        return { place, tenure: await place.enter(signal) }
      } catch (error) {
        signal.throwIfAborted()
        failure = error
      }
    }
    throw failure
  }

  async #takeSeat(tenure: Tenure): Promise<Seat> {
    const prepared = this.#freeSeats.findIndex((seat) => seat.isPreparedFor(tenure.host))
    const [seat] = this.#freeSeats.splice(Math.max(0, prepared), 1)
    return seat ?? new Seat(await this.#options.openFilter(await this.#options.source.filter()))
  }

  /** After the answer, so that nobody waits for it. */
  #tidyUp(seat: Seat, tenure: Tenure): void {
    const tidy = async () => {
      // A browser that cannot let a page go hangs.
      if (!(await seat.vacate())) {
        tenure.retire()
        await tenure.ended
      }
      if (this.#closing.signal.aborted || this.#freeSeats.length >= this.#options.slots + SPARE_SEATS) {
        await seat.filter.close()
        return
      }
      this.#freeSeats.push(seat)
      if (tenure.isOpen && !this.#freeSeats.some((free) => free.isPreparedFor(tenure.host))) seat.prepare(tenure.host)
    }
    tidy().catch(() => {})
  }

  #startIdleTimer(): void {
    // The one that ends is still counted.
    if (this.#slots.running > 1 || this.#closing.signal.aborted) return
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => this.#stopBrowsers().catch(() => {}), this.#options.idleMs)
    this.#idleTimer.unref()
  }

  async #stopBrowsers(): Promise<void> {
    for (const seat of this.#freeSeats) seat.clear().catch(() => {})
    await Promise.all(this.#places.map((place) => place.stop()))
  }
}

/** The browser went away during a render, by no fault of the call that can be told. */
class BrowserDied extends OperationError {
  constructor(cause: unknown) {
    super('SERVICE_UNAVAILABLE', 'The browser ended during the render; try again.', { cause, retryAfterSec: 1 })
  }
}

function explained(error: unknown, { host }: Tenure): unknown {
  const isClosed = error instanceof ConnectionClosed
  if (isClosed && host.connection.isClosed) return new BrowserDied(error)
  if (isClosed) return new OperationError('UNPROCESSABLE', 'The page closes itself.', { cause: error })
  // Of a page that is there the browser refuses nothing that is asked here.
  if (error instanceof CommandFailed) {
    return new OperationError('UNPROCESSABLE', 'The page cannot be rendered.', { cause: error })
  }
  return error
}
