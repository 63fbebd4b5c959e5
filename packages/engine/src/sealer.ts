// Stored answers of operations that take credentials are unreadable at rest.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secret } from '@kiosk/catalog'

export interface Sealer {
  seal(plain: Uint8Array): Uint8Array
  /** null when no key of ours opens it. */
  open(sealedBytes: Uint8Array): Uint8Array | null
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM under keys derived from the service's secret; the previous one still opens. */
export function createSealer(purpose: string, secret: Secret, previous: Secret | null = null): Sealer {
  const keys = [secret, previous].filter((value) => value !== null).map((value) => deriveKey(value, purpose))
  const [current] = keys
  if (current === undefined) throw new TypeError('a sealer needs a secret')
  return {
    seal(plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current, iv)
      return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(sealedBytes) {
      for (const key of keys) {
        const plain = tryOpen(key, sealedBytes)
        if (plain !== null) return plain
      }
      return null
    },
  }
}

/** One key per purpose out of one secret. @returns 32 bytes */
export function deriveKey(secret: Secret, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret.reveal(), 'kiosk', purpose, 32))
}

function tryOpen(key: Buffer, bytes: Uint8Array): Uint8Array | null {
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, bytes.length - TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
