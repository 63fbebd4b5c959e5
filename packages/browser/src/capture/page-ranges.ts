// Whether a document has the pages that were asked for: the browser leaves out what it does not have, and says nothing.

interface Range {
  readonly from: number
  readonly to: number
}

/** True when one of the ranges begins after the document's last page.
 * @param ranges such as `1-3,5` or `8-`, with numbers from 1
 * @param printed how many pages came */
export function isRangeBeyond(ranges: string, printed: number): boolean {
  const ordered = ranges
    .split(',')
    .map(readRange)
    .sort((a, b) => a.from - b.from)
  let last = 0
  let left = printed
  for (const { from, to } of ordered) {
    if (left === 0 && from > last) return true
    const before = Math.max(from - 1, last)
    const taken = Math.min(Math.max(0, to - before), left)
    if (taken > 0) last = before + taken
    left -= taken
  }
  return false
}

/** An end that is left out is that of the document. */
function readRange(text: string): Range {
  const [from = '', to = from] = text.split('-')
  return { from: Number(from) || 1, to: Number(to) || Number.POSITIVE_INFINITY }
}
