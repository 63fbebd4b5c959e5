// Brings a page to show what it shows only to those who scroll: lazy images, and what comes in with the view.

import { type Deadline, within } from '../page/deadline.ts'
import type { RenderPage } from '../page/render-page.ts'
import { awaitFonts, lowerFixed, revealAll } from './page-scripts.ts'

export interface Revealing {
  /** Goes through the page view by view; otherwise lazy images are only asked for. */
  readonly sweeps: boolean
  /** Brings what is fixed to the lower edge of the view to the lower edge of the document. */
  readonly lowersFixed: boolean
}

/** Most time on the way down, and most for images at the end. */
const SWEEP_LIMIT_MS = 4000
const IMAGES_LIMIT_MS = 3000
const FONTS_LIMIT_MS = 2000
/** Over these the script itself is stuck, or the page's are. */
const GRACE_MS = 1000

const WORLD = 'kiosk'

/** Waits until fonts are there; bounded. */
export async function waitForFonts(page: RenderPage, deadline: Deadline): Promise<void> {
  await run(page, `(${awaitFonts})(${FONTS_LIMIT_MS})`, FONTS_LIMIT_MS, deadline)
}

/** Ends at the top of the page again. Bounded: a page that grows without end, or does not answer, is taken as it is. */
export async function reveal(page: RenderPage, { sweeps, lowersFixed }: Revealing, deadline: Deadline): Promise<void> {
  const limits = { sweepMs: sweeps ? SWEEP_LIMIT_MS : 0, imagesMs: IMAGES_LIMIT_MS, fontsMs: FONTS_LIMIT_MS }
  const limitMs = limits.sweepMs + limits.imagesMs + limits.fontsMs
  const last = lowersFixed ? lowerFixed : '() => {}'
  await run(page, `(${revealAll})(${JSON.stringify(limits)}, ${awaitFonts}).then(${last})`, limitMs, deadline)
}

/** Runs a script apart from the page's own, which cannot change what its words mean. Its answer is of no interest. */
async function run(page: RenderPage, expression: string, limitMs: number, deadline: Deadline): Promise<void> {
  const { signal } = deadline
  const patienceMs = Math.min(limitMs + GRACE_MS, deadline.leftMs())
  const done = (async () => {
    const world = { frameId: page.frameId, worldName: WORLD }
    const { executionContextId } = await page.session.send('Page.createIsolatedWorld', world, signal)
    const call = { expression, contextId: executionContextId, awaitPromise: true, returnByValue: true } as const
    await page.session.send('Runtime.evaluate', call, signal)
  })()
  // Of a document that goes away in the middle nothing more is to be revealed.
  await within(
    patienceMs,
    done.catch(() => {}),
    signal,
  )
}
