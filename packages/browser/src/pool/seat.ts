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

  /** The page for a render: the prepared one, or a new one that has this view at once. Rejects with the signal's reason; the page is disposed of then. */
  async take(host: Host, viewport: Viewport, signal: AbortSignal): Promise<RenderPage> {
    const ready = this.#ready
    this.#ready = null
    if (ready !== null && ready.host === host) {
      const page = await unlessAborted(ready.page, signal).catch(() => null)
      if (signal.aborted) ready.page.then((late) => late.dispose()).catch(() => {})
      signal.throwIfAborted()
      if (page !== null && !page.crashed.aborted) return page
    } else if (ready !== null) {
      ready.page.then((page) => page.dispose()).catch(() => {})
    }
    // A browser that hangs does not answer at all.
    return unlessAborted(openPage(this.#plan(host, viewport), signal), signal)
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

/** True when the page is gone in time. */
export async function disposeInTime(page: RenderPage): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), DISPOSE_LIMIT_MS)
  const gone = page.dispose().then(
    () => true,
    () => false,
  )
  const isGone = await Promise.race([gone, late])
  clearTimeout(timer)
  return isGone
}
