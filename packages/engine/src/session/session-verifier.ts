// The engine's door for sessions: which organization a token in `x-kiosk-session` calls for.
import { OperationError, type Secret } from '@kiosk/catalog'
import type { Credentials } from '../call.ts'
import {
  readSessionToken,
  SESSION_TOKEN_LIFETIME_MS,
  type SessionClaims,
  sessionBodyDigest,
  sessionKey,
  signedBodyDigest,
} from './session-token.ts'
import { UsedTokens } from './used-tokens.ts'

/** How far the app's clock may run ahead. Behind, it only shortens the time that a token is good for. */
const CLOCK_SKEW_MS = 5_000

/** Calls by session within the life of a token: 1,500 a second, in 30 MB. */
const MOST_USED_TOKENS = 100_000

type SignedRequest = Pick<Credentials, 'method' | 'slug' | 'idempotencyKeys' | 'proxyUrl'>

export class SessionVerifier {
  readonly #keys: readonly Buffer[]
  readonly #startedAt: number
  readonly #used = new UsedTokens(MOST_USED_TOKENS)

  /** @param previous the secret before the last change: tokens under it still open the door
   * @param now milliseconds since 1970 */
  constructor(secret: Secret, previous: Secret | null, now: number) {
    this.#keys = [secret, previous].filter((value) => value !== null).map(sessionKey)
    this.#startedAt = now
  }

  /** Uses a token up. The body is checked later, by `requireSignedBody`: nothing is read for callers who are not known yet.
   * @returns the id of the organization. Throws `UNAUTHORIZED`, `OVERLOADED` */
  verify(token: string, request: SignedRequest, now: number): string {
    const { method, slug, idempotencyKeys, proxyUrl } = request
    const claims = readSessionToken(this.#keys, { method, path: `/${slug}`, idempotencyKeys, proxyUrl }, token)
    if (claims === null || !this.#isTimely(claims, now)) throw refusedToken()
    if (!this.#used.use(claims.jti, claims.expiresAt, now)) throw refusedToken()
    return claims.organizationId
  }

  /** Tokens from before the start are late: which of them were used, the process before this one knew. */
  #isTimely({ expiresAt }: SessionClaims, now: number): boolean {
    const madeAt = expiresAt - SESSION_TOKEN_LIFETIME_MS
    return now < expiresAt && madeAt <= now + CLOCK_SKEW_MS && madeAt >= this.#startedAt
  }
}

/** Throws `UNAUTHORIZED` for another body than a verified token was made for. */
export function requireSignedBody(token: string, body: Uint8Array): void {
  if (signedBodyDigest(token) !== sessionBodyDigest(body)) throw refusedToken()
}

/** The same words whatever is wrong: they must not help to find a token that opens. */
function refusedToken(): OperationError {
  return new OperationError(
    'UNAUTHORIZED',
    'The token in x-kiosk-session does not open this request: each serves once, within a minute, for the request it was made for. The header is for the app of this service; other callers send an API key in x-api-key.',
  )
}
