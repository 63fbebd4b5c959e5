// The part of the DevTools protocol that rendering needs: what is sent, what comes back, what is heard.

/** One command: its parameters and its result. */
interface Command<Params, Result = Record<never, never>> {
  readonly params: Params
  readonly result: Result
}

type None = Record<never, never>

export interface Clip {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly scale: number
}

export interface PrintParams {
  readonly landscape: boolean
  readonly printBackground: boolean
  readonly scale: number
  readonly paperWidth: number
  readonly paperHeight: number
  readonly marginTop: number
  readonly marginBottom: number
  readonly marginLeft: number
  readonly marginRight: number
  readonly pageRanges?: string
  readonly preferCSSPageSize: boolean
  readonly generateTaggedPDF: boolean
  readonly transferMode: 'ReturnAsBase64'
}

export interface HeaderEntry {
  readonly name: string
  readonly value: string
}

export interface TargetInfo {
  readonly targetId: string
  readonly type: string
  readonly url: string
  readonly browserContextId?: string
}

export interface UserAgentMetadata {
  readonly brands: readonly { readonly brand: string; readonly version: string }[]
  readonly fullVersionList: readonly { readonly brand: string; readonly version: string }[]
  readonly platform: string
  readonly platformVersion: string
  readonly architecture: string
  readonly bitness: string
  readonly model: string
  readonly mobile: boolean
}

/** Lengths are CSS pixels unless a name says otherwise. */
export interface Commands {
  'Browser.getVersion': Command<None, { readonly product: string; readonly userAgent: string }>
  'Browser.setDownloadBehavior': Command<{
    readonly behavior: 'deny'
    readonly browserContextId: string
    readonly eventsEnabled: boolean
  }>
  'Browser.close': Command<None>
  'Target.createBrowserContext': Command<
    { readonly disposeOnDetach: boolean; readonly proxyServer: string; readonly proxyBypassList: string },
    { readonly browserContextId: string }
  >
  'Target.disposeBrowserContext': Command<{ readonly browserContextId: string }>
  'Target.createTarget': Command<
    {
      readonly url: string
      readonly browserContextId: string
      readonly width?: number
      readonly height?: number
    },
    { readonly targetId: string }
  >
  'Target.attachToTarget': Command<
    { readonly targetId: string; readonly flatten: true },
    { readonly sessionId: string }
  >
  'Target.setDiscoverTargets': Command<{
    readonly discover: boolean
    readonly filter: readonly { readonly type?: string; readonly exclude?: boolean }[]
  }>
  'Target.closeTarget': Command<{ readonly targetId: string }>
  'Target.getBrowserContexts': Command<None, { readonly browserContextIds: readonly string[] }>
  'Page.enable': Command<None>
  'Page.setLifecycleEventsEnabled': Command<{ readonly enabled: boolean }>
  'Page.navigate': Command<
    { readonly url: string },
    { readonly frameId: string; readonly loaderId?: string; readonly errorText?: string; readonly isDownload?: boolean }
  >
  'Page.stopLoading': Command<None>
  'Page.handleJavaScriptDialog': Command<{ readonly accept: boolean }>
  'Page.getLayoutMetrics': Command<
    None,
    { readonly cssContentSize: { readonly width: number; readonly height: number } }
  >
  'Page.captureScreenshot': Command<
    {
      readonly format: 'png' | 'jpeg'
      readonly quality?: number
      readonly optimizeForSpeed: boolean
      readonly captureBeyondViewport: boolean
      readonly clip?: Clip
    },
    { readonly data: string }
  >
  'Page.printToPDF': Command<PrintParams, { readonly data: string }>
  'Page.addScriptToEvaluateOnNewDocument': Command<{ readonly source: string; readonly worldName?: string }>
  'Page.createIsolatedWorld': Command<
    { readonly frameId: string; readonly worldName: string },
    { readonly executionContextId: number }
  >
  'Network.enable': Command<{ readonly maxTotalBufferSize: number; readonly maxResourceBufferSize: number }>
  'Network.setBypassServiceWorker': Command<{ readonly bypass: boolean }>
  'Network.setBlockedURLs': Command<{ readonly urls: readonly string[] }>
  'Network.setUserAgentOverride': Command<{
    readonly userAgent: string
    readonly acceptLanguage: string
    readonly userAgentMetadata: UserAgentMetadata
  }>
  'Emulation.setDeviceMetricsOverride': Command<{
    readonly width: number
    readonly height: number
    readonly deviceScaleFactor: number
    readonly mobile: boolean
  }>
  'Emulation.setEmulatedMedia': Command<{
    readonly media: string
    readonly features: readonly { readonly name: string; readonly value: string }[]
  }>
  'Fetch.enable': Command<{
    readonly patterns: readonly { readonly urlPattern: string; readonly requestStage: 'Request' }[]
  }>
  'Fetch.continueRequest': Command<{ readonly requestId: string; readonly url?: string }>
  'Inspector.enable': Command<None>
  'SystemInfo.getProcessInfo': Command<
    None,
    { readonly processInfo: readonly { readonly type: string; readonly id: number }[] }
  >
  'Runtime.evaluate': Command<
    {
      readonly expression: string
      readonly contextId?: number
      readonly awaitPromise: boolean
      readonly returnByValue: true
      readonly timeout?: number
    },
    { readonly result: { readonly value?: unknown }; readonly exceptionDetails?: { readonly text: string } }
  >
}

export type Method = keyof Commands

export interface NetworkResponse {
  readonly url: string
  readonly status: number
  readonly mimeType: string
  readonly headers: Readonly<Record<string, string>>
}

/** Events by name, with what is read of them. */
export interface Events {
  'Target.targetCreated': { readonly targetInfo: TargetInfo }
  'Target.detachedFromTarget': { readonly sessionId: string }
  'Page.lifecycleEvent': { readonly frameId: string; readonly loaderId: string; readonly name: string }
  'Page.frameNavigated': {
    readonly frame: {
      readonly id: string
      readonly parentId?: string
      readonly loaderId: string
      readonly url: string
      /** Its hash, from `#` on. */
      readonly urlFragment?: string
      readonly unreachableUrl?: string
    }
  }
  'Page.frameScheduledNavigation': { readonly frameId: string; readonly delay: number }
  'Page.frameRequestedNavigation': { readonly frameId: string; readonly disposition: string }
  'Page.frameClearedScheduledNavigation': { readonly frameId: string }
  'Page.frameStartedLoading': { readonly frameId: string }
  'Page.frameStoppedLoading': { readonly frameId: string }
  'Page.navigatedWithinDocument': { readonly frameId: string; readonly url: string }
  'Page.javascriptDialogOpening': { readonly type: string }
  'Network.requestWillBeSent': {
    readonly requestId: string
    readonly loaderId: string
    readonly frameId?: string
    readonly type?: string
    readonly request: { readonly url: string }
  }
  'Network.responseReceived': {
    readonly requestId: string
    readonly frameId?: string
    readonly type: string
    readonly response: NetworkResponse
  }
  'Network.dataReceived': { readonly requestId: string }
  'Network.loadingFinished': { readonly requestId: string }
  'Network.loadingFailed': {
    readonly requestId: string
    readonly type: string
    readonly errorText: string
    readonly canceled?: boolean
    readonly blockedReason?: string
  }
  'Fetch.requestPaused': { readonly requestId: string; readonly request: { readonly url: string } }
  'Inspector.targetCrashed': None
}

export type EventName = keyof Events
