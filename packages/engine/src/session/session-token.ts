// Tokens by which the app calls for a signed-in member. Each fits one request: what it is bound to goes into the signature, and
// is read from the request when it is checked.
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@kiosk/catalog'
import { deriveKey } from '../sealer.ts'

/** Milliseconds that a token is good for. */
export const SESSION_TOKEN_LIFETIME_MS = 60_000

/** The request that a token is for. Header values as received. */
export interface SessionRequest {
  readonly method: string
  /** With its leading slash, without a query. */
  readonly path: string
  readonly idempotencyKeys: readonly string[]
  readonly proxyUrl: string | null
}

/** What a token says. */
export interface SessionClaims {
  readonly organizationId: string
  readonly memberId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** 16 random bytes in base64url: it serves once. */
  readonly jti: string
  /** SHA-256 of the request's body in base64url. */
  readonly bodyDigest: string
}

// organization . member . expiry . jti . body . signature
const FORM = /^([\w-]+)\.([\w-]+)\.(\d{1,15})\.([\w-]{22})\.([\w-]{43})\.([\w-]{43})$/

/** The key that signs tokens. @returns 32 bytes */
export function sessionKey(secret: Secret): Buffer {
  return deriveKey(secret, 'session calls')
}

/** SHA-256 in base64url. */
export function sessionBodyDigest(body: Uint8Array): string {
  return hash('sha256', body, 'base64url')
}

/** The value of `x-kiosk-session` for one request. Throws `TypeError` for claims that no token can carry. */
export function signSessionToken(key: Buffer, request: SessionRequest, claims: SessionClaims): string {
  const { organizationId, memberId, expiresAt, jti, bodyDigest } = claims
  const text = [encoded(organizationId), encoded(memberId), String(expiresAt), jti, bodyDigest].join('.')
  const token = `${text}.${signature(key, request, text)}`
  if (!FORM.test(token))
    throw new TypeError('a session token needs an organization, a member, a time, a jti and a digest')
  return token
}

/** The claims of a token that one of the keys signed for this request, else null. Says nothing of its time, use or body. */
export function readSessionToken(
  keys: readonly Buffer[],
  request: SessionRequest,
  token: string,
): SessionClaims | null {
  const [, organization, member, expiry, jti, bodyDigest, signed] = FORM.exec(token) ?? []
  if (organization === undefined || member === undefined || jti === undefined) return null
  if (bodyDigest === undefined || signed === undefined) return null
  const text = token.slice(0, token.lastIndexOf('.'))
  // As text, not as bytes: two spellings in base64url can mean the same bytes.
  if (!keys.some((key) => timingSafeEqual(Buffer.from(signature(key, request, text)), Buffer.from(signed)))) return null
  return {
    organizationId: decoded(organization),
    memberId: decoded(member),
    expiresAt: Number(expiry),
    jti,
    bodyDigest,
  }
}

/** The digest in a token, genuine or not; null where there is none. */
export function signedBodyDigest(token: string): string | null {
  return FORM.exec(token)?.[5] ?? null
}

/** As one JSON text, since no two requests share one. */
function signature(key: Buffer, { method, path, idempotencyKeys, proxyUrl }: SessionRequest, text: string): string {
  const signed = JSON.stringify([text, method, path, idempotencyKeys, proxyUrl])
  return createHmac('sha256', key).update(signed).digest('base64url')
}

function encoded(id: string): string {
  return Buffer.from(id).toString('base64url')
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64url').toString()
}
