// The form of an API key: `kiosk_`, 40 random hex characters, and the CRC-32 of the 46 before it in 8.
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const KEY_PREFIX = 'kiosk_'

/** Characters that are kept in plain text, to label a key in lists. */
const KEY_LABEL_LENGTH = 12

const FORM = /^kiosk_[0-9a-f]{48}$/
const CHECKED_LENGTH = 46

/** A new key of 54 characters. It exists only in the return value. */
export function generateKey(): string {
  const body = KEY_PREFIX + randomBytes(20).toString('hex')
  return body + checksum(body)
}

/** True when the form and the checksum fit: refuses typos and scanner noise without a look-up. */
export function isWellFormedKey(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, CHECKED_LENGTH)) === text.slice(CHECKED_LENGTH)
}

/** SHA-256 of the whole key in hex: what is stored and looked up. */
export function hashKey(key: string): string {
  return hash('sha256', key)
}

/** The first 12 characters. */
export function keyLabel(key: string): string {
  return key.slice(0, KEY_LABEL_LENGTH)
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
