// Short cut from a raw body that was validated before to its cache entry, so that a hit needs neither parsing nor validation.
import type { Operation } from '@kiosk/catalog'

const MAX_BODY_BYTES = 2048
const MAX_CHARS = 8 * 1024 * 1024

type Generation = Map<Operation, Map<string, string>>

/** Raw body → cache key, for bodies that were found valid. For operations whose answers are the same for everybody. */
export class RecentInputs {
  // Two generations in place of a list by age: what nobody asked for while one filled up is dropped with the one before.
  #young: Generation = new Map()
  #old: Generation = new Map()
  #chars = 0

  find(operation: Operation, body: Buffer): string | undefined {
    if (body.length > MAX_BODY_BYTES) return undefined
    const text = body.toString('latin1')
    const key = this.#young.get(operation)?.get(text)
    if (key !== undefined) return key
    const old = this.#old.get(operation)?.get(text)
    if (old !== undefined) this.#put(operation, text, old)
    return old
  }

  remember(operation: Operation, body: Buffer, key: string): void {
    if (body.length <= MAX_BODY_BYTES) this.#put(operation, body.toString('latin1'), key)
  }

  #put(operation: Operation, text: string, key: string): void {
    const keys = this.#young.get(operation) ?? new Map<string, string>()
    this.#young.set(operation, keys.set(text, key))
    this.#chars += text.length + key.length
    if (this.#chars < MAX_CHARS / 2) return
    this.#old = this.#young
    this.#young = new Map()
    this.#chars = 0
  }
}
