// Who the browser says it is: itself, less the word that it has no window. Sites serve pages for people to that name alone.
import type { Commands, UserAgentMetadata } from '../cdp/protocol.ts'

export interface Identity {
  /** What sites are told. */
  readonly agent: Commands['Network.setUserAgentOverride']['params']
  /** True for headless shell, where a window is its page and nothing else. */
  readonly hasBareWindows: boolean
}

/** Languages that pages are asked for; the weights are put in by the browser. */
const ACCEPT_LANGUAGE = 'en-US,en'

/** @param product such as `HeadlessChrome/156.0.8078.79`
 * @param userAgent the browser's own */
export function identityOf({ product, userAgent }: Commands['Browser.getVersion']['result']): Identity {
  const version = /\/(\d[\d.]*)/.exec(product)?.[1] ?? '0'
  const major = version.split('.')[0] ?? '0'
  return {
    agent: {
      // The string of the full version is what no browser of people sends any more.
      userAgent: userAgent.replace(/Headless(Chrome|Chromium)\/[\d.]+/, `$1/${major}.0.0.0`),
      acceptLanguage: ACCEPT_LANGUAGE,
      userAgentMetadata: hintsOf(userAgent, version, major),
    },
    hasBareWindows: product.startsWith('Headless'),
  }
}

function hintsOf(userAgent: string, version: string, major: string): UserAgentMetadata {
  const brands = (chromium: string, other: string) => [
    { brand: 'Chromium', version: chromium },
    { brand: 'Not:A-Brand', version: other },
  ]
  return {
    brands: brands(major, '8'),
    fullVersionList: brands(version, '8.0.0.0'),
    platform: userAgent.includes('Macintosh') ? 'macOS' : userAgent.includes('Windows') ? 'Windows' : 'Linux',
    platformVersion: '',
    architecture: /aarch64|arm/i.test(userAgent) ? 'arm' : 'x86',
    bitness: '64',
    model: '',
    mobile: false,
  }
}
