// Passwords as they are kept: scrypt on a thread, so that a sign-in never holds up the calls of others.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { OperationError } from '@kiosk/catalog'

export interface PasswordCost {
  /** Logarithm of scrypt's N. */
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** One of the settings that OWASP calls equal; of these the one that needs 32 MiB and no more. */
const COST: PasswordCost = { logN: 15, r: 8, p: 3 }

const KEY_BYTES = 32
// Threads are shared with file access and look-ups of names: two of the four stay free for them.
const MOST_RUNNING = 2
const MOST_WAITING = 64

export interface Passwords {
  /** Throws OVERLOADED. */
  hash(password: string): Promise<string>
  /** Takes as long as `hash`. False for a hash of another form. Throws OVERLOADED. */
  verify(given: { hash: string; password: string }): Promise<boolean>
}

export function createPasswords(cost: PasswordCost = COST): Passwords {
  const gate = new Gate()
  const derive = (password: string, salt: Buffer, of: PasswordCost) => gate.run(() => deriveKey(password, salt, of))
  return {
    async hash(password) {
      const salt = randomBytes(16)
      const key = await derive(password, salt, cost)
      return ['scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
    },
    async verify({ hash, password }) {
      const [, logN, r, p, salt = '', key = ''] =
        /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]{43})$/.exec(hash) ?? []
      if (key === '') return false
      const of = { logN: Number(logN), r: Number(r), p: Number(p) }
      const derived = await derive(password, Buffer.from(salt, 'base64url'), of)
      return timingSafeEqual(derived, Buffer.from(key, 'base64url'))
    },
  }
}

function deriveKey(password: string, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** logN
  // Keyboards differ in how they write one letter.
  const text = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, { N, r, p, maxmem: 256 * r * (N + p) }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

/** Lets few through at once, and a bounded number wait. */
class Gate {
  #running = 0
  readonly #waiting: (() => void)[] = []

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await work()
    } finally {
      // The place goes to the next one, or becomes free.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  #enter(): Promise<void> {
    if (this.#running < MOST_RUNNING) {
      this.#running += 1
      return Promise.resolve()
    }
    if (this.#waiting.length >= MOST_WAITING) {
      throw new OperationError('OVERLOADED', 'Too many people sign in right now; try again in a moment.')
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
