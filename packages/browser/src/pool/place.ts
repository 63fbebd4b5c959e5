// The place of one browser: it comes with the first render, is replaced when it is worn out, and goes when it is idle.
import { unlessAborted } from '../page/deadline.ts'
import type { HostSource } from './host.ts'
import { Tenure } from './tenure.ts'

/** When a browser is replaced. The next one starts before the old one is drained. */
export interface WearBounds {
  readonly renders: number
  readonly ageMs: number
  /** Memory of all its processes. */
  readonly memoryBytes: number
}

/** Memory is looked at once in so many renders. */
const RENDERS_PER_LOOK = 10
/** Where there are several browsers, one that does not come up is left alone for so long. */
const FAILING_MS = 5000

export class Place {
  readonly #source: HostSource
  readonly #index: number
  readonly #bounds: WearBounds
  readonly #closing: AbortSignal
  #current: Promise<Tenure> | null = null
  #tenure: Tenure | null = null
  #replacing: Promise<void> | null = null
  #launches = 0
  #users = 0
  #failingUntilMs = 0

  /** @param closing aborts when no browser is wanted any more; one that is on its way is given up then */
  constructor(source: HostSource, index: number, bounds: WearBounds, closing: AbortSignal) {
    this.#source = source
    this.#index = index
    this.#bounds = bounds
    this.#closing = closing
  }

  /** Those who render here, or wait for the browser to come. */
  get users(): number {
    return this.#users
  }

  /** True for a while after the browser could not be brought up. */
  get isFailing(): boolean {
    return performance.now() < this.#failingUntilMs
  }

  get isUp(): boolean {
    return this.#tenure?.isOpen === true
  }

  /** How many browsers were brought up here. */
  get launches(): number {
    return this.#launches
  }

  /** The browser, entered: `leave` must follow. Throws what `HostSource.open` throws, or the signal's reason. */
  async enter(signal: AbortSignal): Promise<Tenure> {
    this.#users += 1
    try {
      return await this.#enter(signal)
    } catch (error) {
      this.#users -= 1
      throw error
    }
  }

  leave(tenure: Tenure): void {
    this.#users -= 1
    tenure.leave()
    if (!tenure.isOpen || !this.#source.isReplaceable || this.#replacing !== null) return
    this.#replacing = this.#replaceIfWorn(tenure)
      .catch(() => {})
      .finally(() => {
        this.#replacing = null
      })
  }

  /** Lets the browser go, once nobody uses it. Resolves when it is gone. */
  async stop(): Promise<void> {
    const current = this.#current
    this.#current = null
    const tenure = await current?.catch(() => null)
    tenure?.retire()
    await Promise.all([tenure?.ended, this.#replacing])
  }

  async #enter(signal: AbortSignal): Promise<Tenure> {
    for (;;) {
      this.#current ??= this.#open()
      const current = this.#current
      const tenure = await unlessAborted(current, signal)
      if (tenure.isOpen) {
        tenure.enter()
        return tenure
      }
      // It died, or was sent away, while nobody looked; somebody else may have seen it first.
      if (this.#current === current) this.#current = null
    }
  }

  #open(): Promise<Tenure> {
    const opening = this.#bringUp()
    opening.catch(() => {
      this.#failingUntilMs = performance.now() + FAILING_MS
      // Others may have begun anew by now.
      if (this.#current === opening) this.#current = null
    })
    return opening
  }

  async #bringUp(): Promise<Tenure> {
    const tenure = new Tenure(await this.#source.open(this.#index, this.#closing))
    this.#launches += 1
    this.#tenure = tenure
    return tenure
  }

  async #replaceIfWorn(old: Tenure): Promise<void> {
    const current = this.#current
    const isStillHere = () => this.#current === current && current !== null
    if (!(await this.#isWorn(old)) || !isStillHere()) return
    const next = await this.#source.open(this.#index, this.#closing)
    if (!isStillHere()) {
      await next.end()
      return
    }
    this.#launches += 1
    this.#tenure = new Tenure(next)
    this.#current = Promise.resolve(this.#tenure)
    old.retire()
  }

  async #isWorn({ host, renders, ageMs }: Tenure): Promise<boolean> {
    if (renders >= this.#bounds.renders || ageMs >= this.#bounds.ageMs) return true
    if (renders % RENDERS_PER_LOOK !== 0) return false
    return ((await host.memoryBytes()) ?? 0) > this.#bounds.memoryBytes
  }
}
