// A filter and the page behind it. A seat serves one render at a time, and the next one only when nothing of the last is left:
// a page that lives on would otherwise use the way out of another.
import type { Filter } from '@kiosk/egress'
import { unlessAborted } from '../page/deadline.ts'
import { openPage, type PagePlan, type RenderPage, type Viewport } from '../page/render-page.ts'
import type { Host } from './host.ts'

/** Of a page that is opened before anybody said what for: the one that most ask for. */
export const USUAL_VIEWPORT: Viewport = { width: 1280, height: 800 }

/** A page that does not go within this time hangs, and its browser with it. */
const DISPOSE_LIMIT_MS = 2000

export class Seat {
  readonly filter: Filter
  #ready: { readonly host: Host; readonly page: Promise<RenderPage> } | null = null
  /** The page of the render that has the seat; it may be on its way still. */
  #taken: Promise<RenderPage> | null = null

  constructor(filter: Filter) {
    this.filter = filter
  }

  /** True when a page of this browser is here already, or on its way. */
  isPreparedFor(host: Host): boolean {
    return this.#ready?.host === host
  }

  /** Opens a page ahead of the next render. */
  prepare(host: Host): void {
    if (this.#ready !== null) return
    const page = openPage(this.#plan(host, USUAL_VIEWPORT))
    this.#ready = { host, page }
    page.catch(() => this.#forget(page))
  }

  /** The page for a render: the prepared one, or a new one that has this view at once. Rejects with the signal's reason.
   * `vacate` must follow, whatever comes of it. */
  async take(host: Host, viewport: Viewport, signal: AbortSignal): Promise<RenderPage> {
    const ready = this.#ready
    this.#ready = null
    if (ready !== null && ready.host === host) {
      this.#taken = ready.page
      const page = await unlessAborted(ready.page, signal).catch(() => null)
      signal.throwIfAborted()
      if (page !== null && !page.crashed.aborted) return page
    }
    ready?.page.then((page) => page.dispose()).catch(() => {})
    this.#taken = openPage(this.#plan(host, viewport), signal)
    // A browser that hangs does not answer at all.
    return unlessAborted(this.#taken, signal)
  }

  /** Ends the page that was taken, also one that is still to come. False when it is not gone in time. */
  async vacate(): Promise<boolean> {
    const taken = this.#taken
    this.#taken = null
    return taken === null || isGoneInTime(taken)
  }

  /** Lets a prepared page go. */
  async clear(): Promise<void> {
    const ready = this.#ready
    this.#ready = null
    await ready?.page.then((page) => page.dispose()).catch(() => {})
  }

  #plan({ connection, identity }: Host, viewport: Viewport): PagePlan {
    return { connection, identity, proxyServer: this.filter.address, viewport }
  }

  #forget(page: Promise<RenderPage>): void {
    if (this.#ready?.page === page) this.#ready = null
  }
}

/** Disposes of a page. True when it is gone in time; one that could not be opened is. */
export async function isGoneInTime(opening: Promise<RenderPage>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), DISPOSE_LIMIT_MS)
  const gone = opening.then(
    (page) =>
      page.dispose().then(
        () => true,
        () => false,
      ),
    () => true,
  )
  const isGone = await Promise.race([gone, late])
  clearTimeout(timer)
  return isGone
}
