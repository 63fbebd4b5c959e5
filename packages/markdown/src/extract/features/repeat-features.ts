// Repetition: entries of lists, cards, posts; blocks at the same path all over the page.
import type { FeatureGroup } from './feature-group.ts'
import type { PageView } from './page-view.ts'

const perEntry = [
  'count',
  'turn',
  'words',
  'blocks',
  'link-share',
  'prose-share',
  'images',
  'headings',
  'group-words',
  'group-link-share',
  'group-prose-share',
  'group-page-share',
  'steps-up',
]

const perPath = ['count', 'mean-words', 'link-share', 'prose-share', 'page-share', 'spread', 'turn']

export const repeatFeatures: FeatureGroup = {
  names: [
    ...perEntry.map((name) => `entry.${name}`),
    ...perEntry.map((name) => `outer-entry.${name}`),
    ...perPath.map((name) => `path.${name}`),
    ...perPath.map((name) => `wide-path.${name}`),
  ],
  open(view) {
    const { index, blocks, entry } = view
    const narrow = gatherPaths(view, (holder) => index.path[holder] ?? 0)
    const wide = gatherPaths(view, (holder) => (index.shape[holder] ?? 0) ^ (index.depth[holder] ?? 0))
    return (block, out, at) => {
      const holder = blocks.holder[block] ?? 0
      const inner = entry[holder] ?? -1
      const outer = inner < 0 ? -1 : (entry[index.parent[inner] ?? 0] ?? -1)
      writeEntry(view, inner, holder, out, at)
      writeEntry(view, outer, holder, out, at + perEntry.length)
      const after = at + 2 * perEntry.length
      writePath(view, narrow[block], block, out, after)
      writePath(view, wide[block], block, out, after + perPath.length)
    }
  },
}

function writeEntry(view: PageView, place: number, holder: number, out: Float32Array, at: number): void {
  if (place < 0) {
    out.fill(-1, at, at + perEntry.length)
    return
  }
  const { index, blocks, blocksBefore, words, linkWords, proseWords, headingsOver, imagesBefore } = view
  const range = (element: number): [number, number, number] => {
    const from = blocksBefore[element] ?? 0
    const to = blocksBefore[index.end[element] ?? 0] ?? 0
    return [from, to, (words[to] ?? 0) - (words[from] ?? 0)]
  }
  const share = (sums: Float64Array, [from, to, held]: [number, number, number]): number =>
    ((sums[to] ?? 0) - (sums[from] ?? 0)) / held
  const own = range(place)
  const group = range(index.parent[place] ?? 0)
  const end = index.end[place] ?? 0
  out[at++] = index.alike[place] ?? 0
  out[at++] = index.turn[place] ?? 0
  out[at++] = own[2]
  out[at++] = own[1] - own[0]
  out[at++] = share(linkWords, own)
  out[at++] = share(proseWords, own)
  out[at++] = (imagesBefore[end] ?? 0) - (imagesBefore[place] ?? 0)
  out[at++] = (headingsOver[own[1]] ?? 0) - (headingsOver[own[0]] ?? 0)
  out[at++] = group[2]
  out[at++] = share(linkWords, group)
  out[at++] = share(proseWords, group)
  out[at++] = group[2] / Math.max(1, words[blocks.count] ?? 0)
  out[at++] = (index.depth[holder] ?? 0) - (index.depth[place] ?? 0)
}

interface Path {
  count: number
  words: number
  linkWords: number
  proseWords: number
  readonly first: number
  last: number
}

/** Totals of the blocks that share a key, by block. */
function gatherPaths({ blocks, proseWords }: PageView, keyOf: (holder: number) => number): Path[] {
  const paths = new Map<number, Path>()
  const byBlock: Path[] = []
  for (let block = 0; block < blocks.count; block++) {
    const key = keyOf(blocks.holder[block] ?? 0)
    let path = paths.get(key)
    if (!path) {
      path = { count: 0, words: 0, linkWords: 0, proseWords: 0, first: block, last: block }
      paths.set(key, path)
    }
    path.count++
    path.words += blocks.words[block] ?? 0
    path.linkWords += blocks.linkWords[block] ?? 0
    path.proseWords += (proseWords[block + 1] ?? 0) - (proseWords[block] ?? 0)
    path.last = block
    byBlock.push(path)
  }
  return byBlock
}

function writePath(
  { blocks, words }: PageView,
  path: Path | undefined,
  block: number,
  out: Float32Array,
  at: number,
): void {
  if (!path) return
  out[at++] = path.count
  out[at++] = path.words / path.count
  out[at++] = path.linkWords / path.words
  out[at++] = path.proseWords / path.words
  out[at++] = path.words / Math.max(1, words[blocks.count] ?? 0)
  out[at++] = (path.last - path.first + 1) / path.count
  out[at++] = (block - path.first) / (path.last - path.first + 1)
}
