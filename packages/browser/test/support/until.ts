const LIMIT_MS = 20_000
const LOOK_INTERVAL_MS = 20

/** Resolves once it holds; for what happens in another process, which tells nobody. Rejects after 20 s. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + LIMIT_MS; !(await holds()); ) {
    if (performance.now() > endMs) throw new Error('it never came to pass')
    await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS))
  }
}
