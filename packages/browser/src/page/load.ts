// From an address to a page that is ready.
import { OperationError, type ReadinessEvent } from '@kiosk/catalog'
import type { FilterSession } from '@kiosk/egress'
import { type Deadline, pause, within } from './deadline.ts'
import { explain, failureOf } from './failures.ts'
import type { RenderPage } from './render-page.ts'

export interface Loading {
  readonly url: string
  readonly waitUntil: ReadinessEvent
}

/** What is left of a render's time for the capture when a page takes too long to be ready. */
const CAPTURE_RESERVE_MS = 3000
/** Rest that counts as idle, and how long a page that never rests is waited for after `load`. */
const IDLE_MS = 500
const IDLE_LIMIT_MS = 10_000
const IDLE_CHECK_MS = 50
/** How long a page that says it goes on to another one is waited for, and how often it may. */
const LEAVING_LIMIT_MS = 5000
const MAX_DOCUMENTS = 12

/** Loads `url` into the page and waits until it is ready. Throws what `failures.ts` knows, `UPSTREAM_TIMEOUT`, `UNPROCESSABLE`. */
export async function load(
  page: RenderPage,
  session: FilterSession,
  { url, waitUntil }: Loading,
  deadline: Deadline,
): Promise<void> {
  // Of the browser's own pages and of files, which a command may ask for and a page may not.
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new OperationError('DESTINATION_REFUSED', 'Only http and https addresses are served.')
  }
  const { signal } = deadline
  const limitMs = Math.max(0, deadline.leftMs() - CAPTURE_RESERVE_MS)
  const endsMs = performance.now() + limitMs
  const began = await within(limitMs, page.session.send('Page.navigate', { url }, signal), signal)
  if (began === undefined) throw lateError(limitMs, 'did not answer')
  if (began.isDownload) throw new OperationError('UNPROCESSABLE', 'The address is a download, not a page.')
  if (began.errorText !== undefined) {
    const { requestedUrl } = page.frame.document(began.loaderId ?? '')
    throw explain(began.errorText, requestedUrl ?? url, session)
  }
  const isReady = await waitForReady(page, session, waitUntil, endsMs, signal)
  if (!isReady) throw lateError(limitMs, 'did not finish loading')
  if (waitUntil === 'networkidle') await waitForIdle(page, Math.min(IDLE_LIMIT_MS, endsMs - performance.now()), signal)
  assertShown(page, session)
}

/** Throws when what the page shows by now is no document of the site: it may have gone on to a place that is refused. */
export function assertShown(page: RenderPage, session: FilterSession): void {
  const failure = page.frame.current === null ? null : failureOf(page.frame.current, session)
  if (failure !== null) throw failure
}

/** False when the time is over first. */
async function waitForReady(
  page: RenderPage,
  session: FilterSession,
  waitUntil: ReadinessEvent,
  endsMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const isEarly = waitUntil === 'domcontentloaded'
  const { frame } = page
  const hasReached = () => frame.current?.reached.has(isEarly ? 'DOMContentLoaded' : 'load') === true
  const isSettled = () => hasReached() && !frame.isLeaving && (isEarly || !frame.isLoading)
  while (!isSettled()) {
    assertShown(page, session)
    if (frame.shownCount > MAX_DOCUMENTS) {
      throw new OperationError('UNPROCESSABLE', 'The page goes on to another one without end.')
    }
    const { promise: changed, resolve } = Promise.withResolvers<true>()
    const off = frame.onChange(() => resolve(true))
    // A page that loaded and says that it will go on may not do so.
    const patienceMs = endsMs - performance.now()
    const limitMs = hasReached() ? Math.min(LEAVING_LIMIT_MS, patienceMs) : patienceMs
    try {
      if ((await within(Math.max(0, limitMs), changed, signal)) === undefined) return hasReached()
    } finally {
      off()
    }
  }
  return true
}

async function waitForIdle(page: RenderPage, limitMs: number, signal: AbortSignal): Promise<void> {
  const endsMs = performance.now() + limitMs
  while (page.activity.quietMs < IDLE_MS && performance.now() < endsMs) await pause(IDLE_CHECK_MS, signal)
}

function lateError(limitMs: number, what: string): OperationError {
  return new OperationError('UPSTREAM_TIMEOUT', `The page ${what} within ${Math.round(limitMs / 1000)} s.`)
}
