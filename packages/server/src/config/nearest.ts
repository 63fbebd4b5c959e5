// The nearest known name to a mistyped one, for "did you mean" in messages.

/** The closest of `known` when it is close enough to be meant, else null. */
export function nearest(typed: string, known: Iterable<string>): string | null {
  let best: string | null = null
  // A third of the name may be wrong: more than that is another word, and a wild guess helps nobody.
  let bestDistance = Math.floor(typed.length / 3) + 1
  for (const name of known) {
    const between = distance(typed, name)
    if (between < bestDistance) {
      best = name
      bestDistance = between
    }
  }
  return best
}

/** ` Did you mean x?` with a leading blank, or nothing. */
export function didYouMean(typed: string, known: Iterable<string>): string {
  const name = nearest(typed, known)
  return name === null ? '' : ` Did you mean ${name}?`
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
