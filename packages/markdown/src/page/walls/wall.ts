// Tells a wall (bot check, captcha, sign-in, consent) from the page that it stands before.
import { type Appearance, type Vendor, vendors } from './vendors.ts'

/** Above so many visible characters a page is a page, whatever marks it bears: articles about walls must pass. */
export const WALL_TEXT_CHARS = 1500

const DEFAULT_BELOW_CHARS = 600

/** A refusing status with less text than this has nothing to say but the refusal. */
const REFUSAL_CHARS = 250

/** Who walls the page off, for people, such as `Cloudflare challenge`; null for a page. */
export function wallBefore(answer: Appearance): string | null {
  const named = vendors.find(({ header }) => header?.(answer) ?? false)
  if (named !== undefined) return named.by
  if (answer.text.length >= WALL_TEXT_CHARS) return null
  return vendors.find((vendor) => bears(answer, vendor))?.by ?? anonymousWall(answer)
}

function bears({ markup, title, text }: Appearance, vendor: Vendor): boolean {
  if (text.length >= (vendor.belowChars ?? DEFAULT_BELOW_CHARS)) return false
  return (vendor.markup?.test(markup) ?? false) || (vendor.words?.test(`${title}\n${text}`) ?? false)
}

function anonymousWall(answer: Appearance): string | null {
  if (isCaptchaAlone(answer)) return 'captcha'
  if (isInterstitial(answer)) return 'bot check'
  if (isCookieChallenge(answer)) return 'JavaScript cookie check'
  if (isSignIn(answer)) return 'sign-in page'
  if (isConsent(answer)) return 'consent page'
  return refusal(answer)
}

/** Fields in which nobody writes. */
const SILENT_FIELDS = new Set(['hidden', 'submit', 'button', 'checkbox', 'image', 'reset'])

/** A captcha, and no field besides for anything a visitor might have to say: a contact form has those. */
function isCaptchaAlone({ markup, text, fields }: Appearance): boolean {
  if (text.length >= 500) return false
  const widget = /class=["']?[^"'<>]{0,300}\b(?:g-recaptcha|h-captcha|cf-turnstile|frc-captcha|amzn-captcha)\b/i
  return widget.test(markup) && ![...fields].some((kind) => !SILENT_FIELDS.has(kind))
}

/** Words that interstitials of many makers share. */
const INTERSTITIAL =
  /just a moment\.\.\.|checking (?:if the site connection is secure|your browser before)|verif(?:y|ying) (?:that )?you are (?:a )?human|confirm (?:that )?you(?:'|’)?(?: a)?re (?:a human|human|not a (?:ro)?bot)|making sure you(?:'|’)re not a bot|are you a robot\?|robot check|bot verification|human verification|please wait while (?:your request is being|we are) (?:verif|check)\w*|enable js and disable any ad blocker|prove (?:that )?you(?:'|’)?(?: a)?re not a robot|access to this page has been denied/i

function isInterstitial({ title, text, markup, status }: Appearance): boolean {
  if (text.length >= DEFAULT_BELOW_CHARS || !INTERSTITIAL.test(`${title}\n${text}`)) return false
  return status >= 400 || /<script\b|http-equiv=["']?refresh/i.test(markup)
}

/** A script that sets a cookie and loads the page again, and nothing to read. */
function isCookieChallenge({ markup, text }: Appearance): boolean {
  if (text.length >= 100 || markup.length >= 15_000) return false
  const loadsAgain = /\blocation(?:\.href)?\s*=[^=]|\blocation\.(?:reload|replace|assign)\s*\(/
  return /document\.cookie\s*=/.test(markup) && loadsAgain.test(markup)
}

const SIGN_IN_PATH =
  /\/(?:log-?in|log-?on|sign-?in|auth|authwall|sso|oauth2?|session\/new|sessions\/new|uas\/login|checkpoint|accounts?\/login)(?:[/.?]|$)/i

/** A password is asked for and there is little else; on an address of a sign-in, little is more. */
function isSignIn({ fields, text, url }: Appearance): boolean {
  if (!fields.has('password') || text === '') return false
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  return text.length < (SIGN_IN_PATH.test(path) ? WALL_TEXT_CHARS : 400)
}

function isConsent({ url, title, text, markup }: Appearance): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  if (/^(?:consent|guce|collector-cmp)\./.test(host)) return true
  const asks = /^(?:before you continue|bevor (?:du|sie) .{0,30}fortf|avant d(?:'|’)accéder)/i
  return text.length < DEFAULT_BELOW_CHARS && asks.test(title.trim() || text) && /<form\b/i.test(markup)
}

function refusal({ status, text }: Appearance): string | null {
  if (status === 401) return 'demand for credentials (HTTP 401)'
  if (status === 407) return "proxy's demand for credentials (HTTP 407)"
  if (status === 429) return 'limit on requests (HTTP 429)'
  return status === 403 && text.length < REFUSAL_CHARS ? 'refusal (HTTP 403)' : null
}
