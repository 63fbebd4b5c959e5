// Seeded randomness, so that a run can be had again.

export interface Random {
  readonly seed: number
  /** 0 ≤ n < 1 */
  next(): number
  /** 0 ≤ n < below, whole */
  below(below: number): number
}

/** The seed of this run: KIOSK_TEST_SEED, or a new one. */
export function testSeed(): number {
  const given = Number(process.env.KIOSK_TEST_SEED)
  return Number.isInteger(given) && given > 0 ? given : Math.floor(Math.random() * 2 ** 31)
}

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { seed, next, below: (below) => Math.floor(next() * below) }
}

/** True for the long runs of the night. */
export const isLong = process.env.KIOSK_TEST_LONG === '1'

/** Says something in the output of the tests, such as a seed. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}
