// A page of its own for one render: nothing of it is seen by another one, and it is gone afterwards.
import { OperationError } from '@kiosk/catalog'
import type { Connection, Session } from '../cdp/connection.ts'
import { Activity } from './activity.ts'
import type { Identity } from './identity.ts'
import { MainFrame } from './main-frame.ts'

export interface RenderPage {
  readonly frameId: string
  readonly session: Session
  readonly frame: MainFrame
  readonly activity: Activity
  /** Aborts with `UNPROCESSABLE` when the page's renderer died of it. */
  readonly crashed: AbortSignal
  /** Gives the page a view of this size. */
  resize(viewport: Viewport, signal: AbortSignal): Promise<void>
  /** Ends the page and all that it kept. Rejects when the browser is gone. */
  dispose(): Promise<void>
}

/** In CSS pixels, each of which is one of the picture's. */
export interface Viewport {
  readonly width: number
  readonly height: number
}

/** Loopback, too, goes through the proxy. */
const NOTHING_BYPASSES = '<-loopback>'

export interface PagePlan {
  readonly connection: Connection
  readonly identity: Identity
  /** The filter, the page's only way out. */
  readonly proxyServer: string
  readonly viewport: Viewport
}

/** Opens a page. When that fails, nothing of it is left once the promise rejects. A browser that hangs settles nothing,
 * whatever the signal says. */
export async function openPage(plan: PagePlan, signal?: AbortSignal): Promise<RenderPage> {
  const { connection, identity, proxyServer, viewport } = plan
  const { root } = connection
  const context = { disposeOnDetach: true, proxyServer, proxyBypassList: NOTHING_BYPASSES }
  // Without the signal: what was made must be known, or it could not be disposed of.
  const { browserContextId } = await root.send('Target.createBrowserContext', context)
  const letPopups = closePopups(connection, browserContextId)
  try {
    const denied = root.send('Browser.setDownloadBehavior', {
      behavior: 'deny',
      browserContextId,
      eventsEnabled: false,
    })
    const opened = root.send('Target.createTarget', { url: 'about:blank', browserContextId, ...viewport }, signal)
    const [{ targetId }] = await Promise.all([opened, denied])
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true }, signal)
    const session = connection.session(sessionId)
    // A full browser takes the size for that of its window, of which the page is a part.
    const size = identity.hasBareWindows ? viewport : null
    const page = follow(session, targetId, size, async () => {
      letPopups()
      session.end()
      await root.send('Target.disposeBrowserContext', { browserContextId })
    })
    await prepare(session, identity, signal)
    return page
  } catch (error) {
    letPopups()
    await root.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {})
    throw error
  }
}

function follow(session: Session, frameId: string, size: Viewport | null, dispose: () => Promise<void>): RenderPage {
  const activity = new Activity()
  activity.watch(session)
  const crash = new AbortController()
  session.on('Inspector.targetCrashed', () => {
    crash.abort(new OperationError('UNPROCESSABLE', 'The page breaks the renderer, or takes more memory than it may.'))
  })
  // A trap before leaving is left; everything else is answered with no.
  session.on('Page.javascriptDialogOpening', ({ type }) => {
    session.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => {})
  })
  return {
    frameId,
    session,
    frame: new MainFrame(session, frameId),
    activity,
    crashed: crash.signal,
    async resize(viewport, signal) {
      // Pretending another size than the window's costs a fifth of a small render.
      if (size?.width === viewport.width && size.height === viewport.height) return
      const metrics = { ...viewport, deviceScaleFactor: 1, mobile: false }
      await session.send('Emulation.setDeviceMetricsOverride', metrics, signal)
    },
    dispose,
  }
}

async function prepare(session: Session, identity: Identity, signal?: AbortSignal) {
  await Promise.all([
    session.send('Page.enable', {}, signal),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }, signal),
    // Bodies are of no interest, so the browser keeps none.
    session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }, signal),
    session.send('Network.setBypassServiceWorker', { bypass: true }, signal),
    session.send('Network.setUserAgentOverride', identity.agent, signal),
    session.send('Inspector.enable', {}, signal),
  ])
}

/** Closes windows that the page opens. They would be caught before they run by attaching to them, but then workers wait for a
 * debugger, too, and for ever. Returns what ends it. */
function closePopups({ root }: Connection, browserContextId: string): () => void {
  let ours: string | null = null
  return root.on('Target.targetCreated', ({ targetInfo }) => {
    if (targetInfo.browserContextId !== browserContextId || targetInfo.type !== 'page') return
    ours ??= targetInfo.targetId
    if (targetInfo.targetId !== ours) root.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => {})
  })
}
