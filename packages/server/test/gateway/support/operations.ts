// The operations that the suites call, and inputs for them that no other test uses.
import { randomUUID } from 'node:crypto'

/** Cached an hour, 1 unit, reads one article. */
export const ARTICLE = 'encyclopedia-article.get'
/** Cached five minutes, 1 unit, reads one package. */
export const PACKAGE = 'pkgindex-package.get'
/** Cached five minutes, 1 unit, takes a token and a proxy. */
export const CONTRIBUTORS = 'codehost-repo-contributors.get'
/** Never cached, 1 unit, takes `{}`. */
export const ADDRESS = 'email-generate-address.post'

/** Settings without which some of them refuse. */
export const OPERATION_ENV = { KIOSK_EMAIL_CATCHALL: 'mail.example.test' } as const

/** A name that nothing else has. */
export function fresh(stem: string): string {
  return `${stem}-${randomUUID()}`
}

/** Headers with a fresh Idempotency-Key, or the given one. */
export function keyed(key: string = randomUUID()): { 'idempotency-key': string } {
  return { 'idempotency-key': key }
}
