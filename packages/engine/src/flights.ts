// One run for identical calls at the same time. The first caller pays; when the payer leaves, the next one with quota does.
import type { Operation, Secret } from '@kiosk/catalog'
import type { Reservation } from './ports.ts'
import { timedOut } from './steps/execute.ts'

/** One caller that waits for a run. */
export interface Passenger {
  /** Takes the units. Throws `QUOTA_EXCEEDED`. */
  reserve(): Reservation | Promise<Reservation>
  release(reservation: Reservation): void
  /** True when the call goes on although its caller left: it carries an Idempotency-Key or acts on an account. */
  readonly stays: boolean
  onGone(listener: () => void): void
}

/** How a run ended for one passenger: the payer records and then says so; the others get the same body unbilled. */
export type Landing =
  | {
      readonly paid: true
      readonly body: Uint8Array
      readonly reservation: Reservation
      readonly recorded: (error: unknown) => void
    }
  | { readonly paid: false; readonly body: Uint8Array }

export interface FlightPlan {
  readonly operation: Operation
  readonly input: unknown
  /** The caller's proxy and the field it came in. */
  readonly proxy: { readonly value: Secret; readonly field: string } | null
}

/** The promise, or the reason for which the run was stopped if that comes first. */
export type UntilStopped = <T>(promise: Promise<T>) => Promise<T>

export interface FlightDeps {
  /** Refusals that come before any unit is taken, such as a private proxy. */
  readonly precheck: (plan: FlightPlan, signal: AbortSignal) => Promise<void>
  readonly execute: (plan: FlightPlan, signal: AbortSignal, untilStopped: UntilStopped) => Promise<Uint8Array>
}

/** Thrown into a passenger who left; nobody reads it. */
export class CallerGone extends Error {}

interface Seat {
  readonly passenger: Passenger
  readonly resolve: (landing: Landing) => void
  readonly reject: (error: unknown) => void
}

class Flight {
  readonly #deps: FlightDeps
  readonly #plan: FlightPlan
  readonly #controller = new AbortController()
  readonly #onEnd: () => void
  #seats: Seat[] = []
  #payer: { seat: Seat; reservation: Reservation } | null = null
  #election: Promise<void> | null = null
  #onStop: ((reason: unknown) => void) | null = null
  #flying = false
  #landed = false

  constructor(deps: FlightDeps, plan: FlightPlan, onEnd: () => void) {
    this.#deps = deps
    this.#plan = plan
    this.#onEnd = onEnd
  }

  board(passenger: Passenger): Promise<Landing> {
    return new Promise((resolve, reject) => {
      const seat: Seat = { passenger, resolve, reject }
      this.#seats.push(seat)
      if (!passenger.stays) passenger.onGone(() => this.#leave(seat))
      if (this.#flying && this.#payer === null) void this.#findPayer()
    })
  }

  async fly(): Promise<void> {
    const { operation } = this.#plan
    const { signal } = this.#controller
    const timer = setTimeout(() => this.#stop(timedOut(operation)), operation.timeoutSec * 1000)
    try {
      if (this.#plan.proxy !== null) await this.#deps.precheck(this.#plan, signal)
      this.#flying = true
      const election = this.#findPayer()
      if (election !== undefined) await election
      if (this.#payer === null) return
      const body = await this.#deps.execute(this.#plan, signal, (promise) => this.#untilStopped(promise))
      await this.#land(body)
    } catch (error) {
      this.#fail(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Ends the run: tells the operation by its signal, and does not wait for it to listen. */
  #stop(reason: unknown): void {
    this.#controller.abort(reason)
    this.#onStop?.(reason)
  }

  // In place of a listener on the signal: each of those is an object with a map of its own, on the path of every call that runs.
  #untilStopped<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this.#controller
    return new Promise((resolve, reject) => {
      if (signal.aborted) reject(signal.reason)
      this.#onStop = reject
      promise.then(resolve, reject)
    })
  }

  /** Gives the run a payer, or abandons it when nobody is left. Returns a promise only where a store answers later. */
  #findPayer(): Promise<void> | undefined {
    if (this.#payer !== null) return undefined
    if (this.#election === null) {
      const election = this.#elect()
      if (election === undefined) {
        if (this.#payer === null) this.#abandon()
        return undefined
      }
      this.#election = election.then(() => {
        this.#election = null
      })
    }
    return this.#election.then(() => this.#findPayer())
  }

  /** Makes the first seat that can reserve the payer; seats that cannot are refused. */
  #elect(): Promise<void> | undefined {
    for (let seat = this.#seats[0]; seat !== undefined; seat = this.#seats[0]) {
      try {
        const reserved = seat.passenger.reserve()
        if (reserved instanceof Promise) return this.#electLater(seat, reserved)
        this.#payer = { seat, reservation: reserved }
        return undefined
      } catch (error) {
        this.#refuse(seat, error)
      }
    }
    return undefined
  }

  async #electLater(seat: Seat, reserved: Promise<Reservation>): Promise<void> {
    try {
      const reservation = await reserved
      if (this.#seats.includes(seat)) this.#payer = { seat, reservation }
      else seat.passenger.release(reservation)
    } catch (error) {
      this.#refuse(seat, error)
    }
  }

  #refuse(seat: Seat, error: unknown): void {
    this.#unseat(seat)
    seat.reject(error)
  }

  #leave(seat: Seat): void {
    if (this.#landed || !this.#seats.includes(seat)) return
    this.#refuse(seat, new CallerGone())
    if (this.#payer?.seat === seat) {
      seat.passenger.release(this.#payer.reservation)
      this.#payer = null
    }
    if (this.#flying && this.#payer === null) void this.#findPayer()
  }

  #unseat(seat: Seat): void {
    this.#seats = this.#seats.filter((other) => other !== seat)
  }

  #abandon(): void {
    this.#stop(new CallerGone())
    this.#end()
  }

  async #land(body: Uint8Array): Promise<void> {
    const election = this.#findPayer()
    if (election !== undefined) await election
    const payer = this.#payer
    if (payer === null) return
    this.#landed = true
    const failure = await new Promise<unknown>((recorded) => {
      payer.seat.resolve({ paid: true, body, reservation: payer.reservation, recorded })
    })
    // Boarded while the payer was recording: they share its fate, too.
    const others = this.#seats.filter((seat) => seat !== payer.seat)
    this.#end()
    for (const seat of others) {
      if (failure === null) seat.resolve({ paid: false, body })
      else seat.reject(failure)
    }
  }

  #fail(error: unknown): void {
    if (this.#payer !== null) this.#payer.seat.passenger.release(this.#payer.reservation)
    this.#payer = null
    const seats = this.#seats
    this.#landed = true
    this.#end()
    for (const seat of seats) seat.reject(error)
  }

  #end(): void {
    this.#seats = []
    this.#onEnd()
  }
}

/** The runs that are under way, by cache key. */
export class Flights {
  readonly #deps: FlightDeps
  readonly #flights = new Map<string, Flight>()

  constructor(deps: FlightDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#flights.size
  }

  /** Joins the run of `key` or starts it. `key` null: never shared. */
  board(key: string | null, plan: FlightPlan, passenger: Passenger): Promise<Landing> {
    const running = key === null ? undefined : this.#flights.get(key)
    if (running !== undefined) return running.board(passenger)
    const flight: Flight = new Flight(this.#deps, plan, () => {
      if (key !== null && this.#flights.get(key) === flight) this.#flights.delete(key)
    })
    if (key !== null) this.#flights.set(key, flight)
    const landing = flight.board(passenger)
    void flight.fly()
    return landing
  }
}
