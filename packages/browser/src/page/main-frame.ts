// What the main frame of a page shows, followed by events; they may come before the answer to the command that caused them.
import type { Session } from '../cdp/connection.ts'
import type { NetworkResponse } from '../cdp/protocol.ts'

/** One document on its way into the frame, or in it. */
export interface PageDocument {
  readonly loaderId: string
  /** Address of the last request, after redirects; null before any was heard of. */
  requestedUrl: string | null
  /** null before the head of the answer. */
  response: NetworkResponse | null
  /** `net::ERR_…` when the document did not come. */
  errorText: string | null
  /** Set once it is in the frame. */
  shown: { readonly url: string; readonly unreachableUrl: string | null } | null
  /** Names of lifecycle events so far, such as `DOMContentLoaded` and `load`. */
  readonly reached: Set<string>
}

/** A page that goes on by itself sooner than this is not what was asked for yet. */
const SOON_SEC = 1.5
/** Documents of a page that sends itself on and on. */
const MAX_REMEMBERED = 100

/** How far the next document is. */
interface Leaving {
  readonly isPlanned: boolean
  readonly isAsked: boolean
  readonly isUnderWay: boolean
}

export class MainFrame {
  readonly #frameId: string
  readonly #documents = new Map<string, PageDocument>()
  readonly #listeners = new Set<() => void>()
  #current: PageDocument | null = null
  #leaving: Leaving = { isPlanned: false, isAsked: false, isUnderWay: false }
  #isLoading = false
  #shownCount = 0

  constructor(session: Session, frameId: string) {
    this.#frameId = frameId
    this.#followRequests(session)
    this.#followFrame(session)
  }

  /** The document in the frame; null before the first. */
  get current(): PageDocument | null {
    return this.#current
  }

  /** True while the document in the frame asked for another one in its place. */
  get isLeaving(): boolean {
    const { isPlanned, isAsked, isUnderWay } = this.#leaving
    return isPlanned || isAsked || isUnderWay
  }

  /** True until the document in the frame, and all that its `load` waits for, is here. What a document plans for afterwards is
   * known by then. */
  get isLoading(): boolean {
    return this.#isLoading
  }

  /** How many documents the frame has shown. */
  get shownCount(): number {
    return this.#shownCount
  }

  document(loaderId: string): PageDocument {
    const known = this.#documents.get(loaderId)
    if (known !== undefined) return known
    const made: PageDocument = {
      loaderId,
      requestedUrl: null,
      response: null,
      errorText: null,
      shown: null,
      reached: new Set(),
    }
    this.#documents.set(loaderId, made)
    const oldest = this.#documents.keys().next()
    if (this.#documents.size > MAX_REMEMBERED && !oldest.done) this.#documents.delete(oldest.value)
    return made
  }

  /** Called after each change. Returns what takes the listener away. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #followRequests(session: Session): void {
    session.on('Network.requestWillBeSent', ({ requestId, loaderId, frameId, type, request }) => {
      if (frameId === this.#frameId && type === 'Document' && requestId === loaderId) {
        this.document(loaderId).requestedUrl = request.url
      }
    })
    session.on('Network.responseReceived', ({ requestId, frameId, type, response }) => {
      if (frameId === this.#frameId && type === 'Document') this.document(requestId).response = response
    })
    session.on('Network.loadingFailed', ({ requestId, type, errorText }) => {
      const document = this.#documents.get(requestId)
      if (type === 'Document' && document !== undefined) document.errorText = errorText
    })
  }

  #followFrame(session: Session): void {
    const isOurs = ({ frameId }: { readonly frameId: string }) => frameId === this.#frameId
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== this.#frameId) return
      const document = this.document(frame.loaderId)
      document.shown = { url: `${frame.url}${frame.urlFragment ?? ''}`, unreachableUrl: frame.unreachableUrl ?? null }
      this.#current = document
      this.#shownCount += 1
      this.#leave({ isAsked: false, isUnderWay: false })
    })
    session.on('Page.navigatedWithinDocument', (facts) => {
      if (!isOurs(facts) || this.#current === null) return
      this.#current.shown = { url: facts.url, unreachableUrl: null }
      this.#leave({ isAsked: false })
    })
    session.on('Page.lifecycleEvent', (facts) => {
      if (!isOurs(facts)) return
      this.document(facts.loaderId).reached.add(facts.name)
      this.#change()
    })
    this.#followLeaving(session, isOurs)
  }

  /** A form's navigation is asked for, the old document stops loading, and only then does the new one start: so what was
   * asked for counts until it starts, and what has started until it is shown or given up. */
  #followLeaving(session: Session, isOurs: (facts: { readonly frameId: string }) => boolean): void {
    session.on('Page.frameScheduledNavigation', (facts) => {
      if (isOurs(facts)) this.#leave({ isPlanned: facts.delay <= SOON_SEC })
    })
    session.on('Page.frameClearedScheduledNavigation', (facts) => {
      if (isOurs(facts)) this.#leave({ isPlanned: false })
    })
    session.on('Page.frameRequestedNavigation', (facts) => {
      if (isOurs(facts) && facts.disposition === 'currentTab') this.#leave({ isAsked: true })
    })
    session.on('Page.frameStartedLoading', (facts) => {
      if (!isOurs(facts)) return
      this.#isLoading = true
      this.#leave({ isAsked: false, isUnderWay: true })
    })
    session.on('Page.frameStoppedLoading', (facts) => {
      if (!isOurs(facts)) return
      this.#isLoading = false
      this.#leave({ isUnderWay: false })
    })
  }

  #leave(change: Partial<Leaving>): void {
    this.#leaving = { ...this.#leaving, ...change }
    this.#change()
  }

  #change(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
