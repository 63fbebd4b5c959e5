// The choice of blocks that promises the best F1.

export interface BlockChoice {
  /** Blocks with at least this chance are taken; above 1 when none is. */
  readonly cutoff: number
  /** F1 that the choice promises, 0 to 1. */
  readonly expected: number
}

/** Weighs precision against recall per page instead of by one threshold: of all cut-offs takes the one with the highest expected word F1.
 * @param chances by block, that its words are content
 * @param words by block */
export function chooseBlocks(chances: Float32Array, words: Float32Array): BlockChoice {
  const order = Uint32Array.from(chances.keys()).sort((a, b) => (chances[b] ?? 0) - (chances[a] ?? 0))
  let truth = 0
  for (let block = 0; block < chances.length; block++) truth += (chances[block] ?? 0) * (words[block] ?? 0)
  let [taken, hits] = [0, 0]
  let best: BlockChoice = { cutoff: 2, expected: 0 }
  for (const block of order) {
    taken += words[block] ?? 0
    hits += (chances[block] ?? 0) * (words[block] ?? 0)
    const expected = (2 * hits) / (taken + truth)
    if (expected > best.expected) best = { cutoff: chances[block] ?? 0, expected }
  }
  return best
}
