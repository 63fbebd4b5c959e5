// Tokens by which the app calls the engine for a signed-in member.
import { randomBytes } from 'node:crypto'
import type { Secret } from '@kiosk/catalog'
import { SESSION_TOKEN_LIFETIME_MS, sessionBodyDigest, sessionKey, signSessionToken } from '@kiosk/engine'

/** The one request that a token opens. */
export interface SessionCall {
  readonly method: 'POST' | 'GET'
  /** As the engine sees it: `/<slug>` or `/usage`. */
  readonly path: string
  readonly organizationId: string
  readonly memberId: string
  /** Value of `Idempotency-Key`; null: the request has none. */
  readonly idempotencyKey: string | null
  /** Value of `x-proxy-url`; null: the request has none. */
  readonly proxyUrl: string | null
  /** The bytes that are sent; empty for GET. */
  readonly body: Uint8Array
}

/** The value of `x-kiosk-session` for one call, good for 60 s and once: an attempt that is repeated needs a new one.
 * @param now milliseconds since 1970 */
export function mintSessionToken(secret: Secret, call: SessionCall, now: number): string {
  const { method, path, organizationId, memberId, idempotencyKey, proxyUrl, body } = call
  const idempotencyKeys = idempotencyKey === null ? [] : [idempotencyKey]
  return signSessionToken(
    sessionKey(secret),
    { method, path, idempotencyKeys, proxyUrl },
    {
      organizationId,
      memberId,
      expiresAt: now + SESSION_TOKEN_LIFETIME_MS,
      jti: randomBytes(16).toString('base64url'),
      bodyDigest: sessionBodyDigest(body),
    },
  )
}
