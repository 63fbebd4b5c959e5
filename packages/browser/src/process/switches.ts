// The switches that a browser of ours starts with.

/** Whose only way out is a context's own proxy: nothing listens at port 9 of loopback, and nothing is dialled there. */
const DEAD_END = 'http://127.0.0.1:9'

/** One list: of two `--disable-features` only the last counts. */
const DISABLED_FEATURES = [
  'AcceptCHFrame',
  'AutofillServerCommunication',
  'BackForwardCache',
  'CalculateNativeWinOcclusion',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  // The filter is the guard of private addresses; this one would ask the user, who is not there.
  'LocalNetworkAccessChecks',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'Prerender2',
  'Translate',
]

/** Interfaces whose traffic goes past any proxy, or to devices. */
const DISABLED_BLINK_FEATURES = ['WebTransport', 'WebUSB', 'WebBluetooth', 'Serial', 'WebHID']

/** Nothing goes past a context's proxy: not loopback, not UDP. Each binary reads another one of the two WebRTC switches. */
export const CONFINING_SWITCHES: readonly string[] = [
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
]

/** What only one of the two kinds has, or needs. */
const OF_SHELL = ['--headless', '--block-new-web-contents']
const OF_FULL = [
  '--headless=new',
  '--no-startup-window',
  // As headless shell has it: all frames of a page are in one process, so that what is set for a page is set for all of it.
  // A context lives for one render, so there is no other site's data in it.
  '--disable-site-isolation-trials',
]

const QUIET = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--no-service-autorun',
  '--no-crash-upload',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-notifications',
  '--disable-print-preview',
  '--disable-prompt-on-repost',
  '--disable-search-engine-choice-screen',
  '--disable-speech-api',
  '--disable-sync',
  '--metrics-recording-only',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
]

/** A page is drawn the same way each time, at full speed although nobody looks. */
const STEADY = [
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  // Large images are decoded before the picture is taken, not after it.
  '--disable-checker-imaging',
  '--disable-renderer-backgrounding',
  '--hide-scrollbars',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--lang=en-US',
]

export interface SwitchChoices {
  readonly isHeadlessShell: boolean
  readonly profileDir: string
  readonly hasSandbox: boolean
  /** False where /dev/shm is as small as containers have it. */
  readonly hasSharedMemory: boolean
}

/** All switches of a start; the debugging pipe is at descriptors 3 and 4. */
export function switchesFor(choices: SwitchChoices): string[] {
  return [
    ...(choices.isHeadlessShell ? OF_SHELL : OF_FULL),
    '--remote-debugging-pipe',
    `--user-data-dir=${choices.profileDir}`,
    `--proxy-server=${DEAD_END}`,
    ...CONFINING_SWITCHES,
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    `--disable-blink-features=${DISABLED_BLINK_FEATURES.join(',')}`,
    ...QUIET,
    ...STEADY,
    '--js-flags=--max-old-space-size=512',
    ...(choices.hasSandbox ? [] : ['--no-sandbox']),
    ...(choices.hasSharedMemory ? [] : ['--disable-dev-shm-usage']),
  ]
}
