// Brings a page to show what it shows only to those who scroll: lazy images, and what comes in with the view.
import { type Deadline, within } from '../page/deadline.ts'
import type { RenderPage } from '../page/render-page.ts'
import { awaitFonts, lowerFixed, nothingPending, revealAll } from './page-scripts.ts'

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
  await bounded(FONTS_LIMIT_MS, deadline, async ({ signal }) => {
    if (!(await isComplete(page, signal))) await runApart(page, `(${awaitFonts})(${FONTS_LIMIT_MS})`, signal)
  })
}

/** Ends at the top of the page again. Bounded: a page that grows without end, or does not answer, is taken as it is. */
export async function reveal(page: RenderPage, { sweeps, lowersFixed }: Revealing, deadline: Deadline): Promise<void> {
  const limits = { sweepMs: sweeps ? SWEEP_LIMIT_MS : 0, imagesMs: IMAGES_LIMIT_MS, fontsMs: FONTS_LIMIT_MS }
  const last = lowersFixed ? lowerFixed : '() => {}'
  const script = `(${revealAll})(${JSON.stringify(limits)}, ${awaitFonts}).then(${last})`
  await bounded(limits.sweepMs + limits.imagesMs + limits.fontsMs, deadline, async ({ signal }) => {
    if (sweeps || !(await isComplete(page, signal))) await runApart(page, script, signal)
  })
}

/** Of a document that goes away in the middle nothing more is to be revealed, so what fails is no failure. */
async function bounded(limitMs: number, deadline: Deadline, task: (deadline: Deadline) => Promise<void>) {
  const patienceMs = Math.min(limitMs + GRACE_MS, deadline.leftMs())
  const done = task(deadline).catch(() => {})
  await within(patienceMs, done, deadline.signal)
}

/** True when there is nothing to wait for. The page's own words decide: one that lies spoils its own picture, and a world
 * apart takes longer to make than most pages take to answer. */
async function isComplete(page: RenderPage, signal: AbortSignal): Promise<boolean> {
  const call = { expression: nothingPending, awaitPromise: false, returnByValue: true } as const
  const { result } = await page.session.send('Runtime.evaluate', call, signal)
  return result.value === true
}

/** Runs a script apart from the page's own, which cannot change what its words mean. */
async function runApart(page: RenderPage, expression: string, signal: AbortSignal): Promise<void> {
  const world = { frameId: page.frameId, worldName: WORLD }
  const { executionContextId } = await page.session.send('Page.createIsolatedWorld', world, signal)
  const call = { expression, contextId: executionContextId, awaitPromise: true, returnByValue: true } as const
  await page.session.send('Runtime.evaluate', call, signal)
}
