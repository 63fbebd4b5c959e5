// Waits for a condition that another process brings about.
import { setTimeout as pause } from 'node:timers/promises'

/** Asks every `everyMs` until `probe` gives something but null. Throws with `what` after `withinMs`. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | null> | T | null,
  { withinMs = 10_000, everyMs = 20 }: { withinMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await probe()
    if (found !== null) return found
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await pause(everyMs)
  }
}
