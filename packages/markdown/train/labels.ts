// Which words of a page stand in the ground truth: runs shared by both are tiled, the longest first, each word used once.
import { mix } from '../src/extract/blocks/characters.ts'

const RUNS = [30, 12, 6, 4, 3]

/** Places of one run in the truth that are tried; more are repeats of some menu. */
const MOST_TRIED = 24

/** Truth words between two matched runs in which single words of the page may still find their twin. */
const GAP = 10

/** Marks the words of a page that the truth holds.
 * @returns by word of the page its place in the truth, or -1 */
export function matchWords(page: Int32Array, truth: Int32Array): Int32Array {
  const place = new Int32Array(page.length).fill(-1)
  const used = new Uint8Array(truth.length)
  for (const run of RUNS) tile(page, truth, place, used, run)
  fillGaps(page, truth, place, used)
  return place
}

function tile(page: Int32Array, truth: Int32Array, place: Int32Array, used: Uint8Array, run: number): void {
  const starts = new Map<number, number[]>()
  for (let at = 0; at + run <= truth.length; at++) {
    if (used[at]) continue
    const key = hashRun(truth, at, run)
    const list = starts.get(key)
    if (!list) starts.set(key, [at])
    else if (list.length < MOST_TRIED) list.push(at)
  }
  let previous = 0
  for (let at = 0; at + run <= page.length; at++) {
    if ((place[at] ?? 0) >= 0) continue
    const tried = starts.get(hashRun(page, at, run)) ?? []
    let [best, length] = [-1, run - 1]
    for (const start of tried) {
      const long = sharedFrom(page, at, truth, start, place, used)
      const nearer = Math.abs(start - previous) < Math.abs(best - previous)
      if (long > length || (long === length && long >= run && nearer)) [best, length] = [start, long]
    }
    if (best < 0) continue
    for (let step = 0; step < length; step++) {
      place[at + step] = best + step
      used[best + step] = 1
    }
    previous = best + length
    at += length - 1
  }
}

function hashRun(words: Int32Array, from: number, run: number): number {
  let hash = run
  for (let at = from; at < from + run; at++) hash = mix(hash, words[at] ?? 0)
  return hash
}

function sharedFrom(
  page: Int32Array,
  at: number,
  truth: Int32Array,
  start: number,
  place: Int32Array,
  used: Uint8Array,
): number {
  let length = 0
  while (
    at + length < page.length &&
    start + length < truth.length &&
    page[at + length] === truth[start + length] &&
    (place[at + length] ?? 0) < 0 &&
    !used[start + length]
  )
    length++
  return length
}

/** Single words and pairs count where their neighbours on the page have their twins near by. */
function fillGaps(page: Int32Array, truth: Int32Array, place: Int32Array, used: Uint8Array): void {
  const tryFrom = (at: number, from: number, to: number): void => {
    for (let twin = Math.max(0, from); twin <= Math.min(truth.length - 1, to); twin++) {
      if (used[twin] || truth[twin] !== page[at]) continue
      place[at] = twin
      used[twin] = 1
      return
    }
  }
  for (let at = 0, last = -1, since = 99; at < page.length; at++, since++) {
    if ((place[at] ?? 0) < 0 && since < 40) tryFrom(at, last + 1, last + GAP)
    if ((place[at] ?? 0) >= 0) [last, since] = [place[at] ?? 0, 0]
  }
  for (let at = page.length - 1, next = -1, since = 99; at >= 0; at--, since++) {
    if ((place[at] ?? 0) < 0 && since < 40) tryFrom(at, next - GAP, next - 1)
    if ((place[at] ?? 0) >= 0) [next, since] = [place[at] ?? 0, 0]
  }
}
