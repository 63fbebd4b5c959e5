// What somebody at the dashboard can do about a failed call.
import type { ErrorCode } from '@kiosk/catalog'

const advice: Readonly<Record<ErrorCode, string>> = {
  INVALID_INPUT: 'Change the field that is named, then run it again.',
  DESTINATION_REFUSED: 'Use an address that is public on the internet.',
  UNAUTHORIZED: 'Check that the key is whole and still listed under Keys.',
  FORBIDDEN: 'The plan does not include this; ask whoever runs this installation for another plan.',
  OPERATION_NOT_FOUND: 'Look for the operation in the catalog; it may be withheld from this organization.',
  NOT_FOUND: 'Check the name or id: the other service does not know it.',
  METHOD_NOT_ALLOWED: 'Operations are called with POST, whatever their suffix.',
  REQUEST_TIMEOUT: 'The request came too slowly; send it again.',
  IDEMPOTENCY_KEY_REUSED: 'Use a new Idempotency-Key for another call.',
  IDEMPOTENCY_IN_FLIGHT: 'Wait a second: the first call with this key is still running.',
  EXPIRED: 'The listing has ended; look for a newer one.',
  PAYLOAD_TOO_LARGE: 'Send a smaller body.',
  UNSUPPORTED_MEDIA_TYPE: 'Send plain JSON with content-type: application/json.',
  CLIENT_RENDERED: 'The page needs a browser: try the screenshot or PDF operation.',
  CREDENTIALS_REJECTED: 'Sign in at the other service again and pass fresh credentials.',
  UNPROCESSABLE: 'Read the message: the input is well formed but cannot be served.',
  HEADERS_TOO_LARGE: 'Send fewer or shorter headers.',
  QUOTA_EXCEEDED: 'Wait for the new month, or ask for a larger plan.',
  RATE_LIMITED: 'Slow down and send it again.',
  INTERNAL: 'Send it again; if it stays, give the request id to whoever runs this installation.',
  UPSTREAM_BLOCKED: 'Try a proxy, or cookies where the operation takes them.',
  UPSTREAM_ERROR: 'The other service failed; try again later.',
  UPSTREAM_CHANGED: 'The other service changed its pages; tell whoever runs this installation.',
  UPSTREAM_UNREACHABLE: 'Check the host name; the other service may be down.',
  SERVICE_UNAVAILABLE: 'The gateway is away for a moment; the key is fine. Try again shortly.',
  AUTH_UNAVAILABLE: 'Sessions cannot be checked for a moment; you are still signed in. Try again shortly.',
  UPSTREAM_RATE_LIMITED: 'The other service limits how often it is asked; wait, or use a proxy.',
  OVERLOADED: 'Too much is running; nothing was billed. Try again in a few seconds.',
  NOT_CONFIGURED: 'Whoever runs this installation must make the setting that the message names.',
  TIMEOUT: 'It took too long; ask for less, or try again.',
  UPSTREAM_TIMEOUT: 'The other service was too slow; try again.',
}

/** One sentence; a code that this build does not know yet gets a general one. */
export function adviceOf(code: string): string {
  return new Map<string, string>(Object.entries(advice)).get(code) ?? 'See the documentation of this code.'
}
