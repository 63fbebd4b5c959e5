// Where the block stands: the elements that hold it, its place in the page, the titles near it.
import { contexts, IN } from '../blocks/tags.ts'
import type { FeatureGroup, ReadBlock } from './feature-group.ts'
import type { PageView } from './page-view.ts'

const tagKinds =
  'p div span li td th h1 h2 h3 h4 h5 h6 a button dt dd pre figcaption summary label blockquote section article option legend caption address time'.split(
    ' ',
  )

export const placeFeatures: FeatureGroup = {
  names: [
    ...contexts.map((name) => `in.${name}`),
    'place.tag',
    'place.level',
    'place.depth',
    'place.texts',
    'place.images',
    'place.controls',
    'place.share-before',
    'place.blocks-before',
    'place.blocks-after',
    'place.words-before',
    'place.from-h1',
    'place.words-from-h1',
    'place.from-title',
    'place.title-found',
    'place.in-main-article',
  ],
  open: openPlace,
}

function openPlace(view: PageView): ReadBlock {
  const { index, blocks, words, level, imagesBefore, controlsBefore } = view
  const total = Math.max(1, words[blocks.count] ?? 0)
  const h1 = level.indexOf(1)
  const title = titleBlock(view)
  const tags = new Map(tagKinds.map((tag, at) => [tag, at + 1]))
  const largest = largestLandmark(view)
  return (block, out, at) => {
    const context = blocks.context[block] ?? 0
    for (let bit = 0; bit < contexts.length; bit++) out[at++] = (context >> bit) & 1
    const holder = blocks.holder[block] ?? 0
    const node = index.nodes[holder]
    const end = index.end[holder] ?? 0
    out[at++] = node?.kind === 'element' ? (tags.get(node.tag) ?? 0) : 0
    out[at++] = level[block] ?? 0
    out[at++] = index.depth[holder] ?? 0
    out[at++] = (blocks.last[block] ?? 0) - (blocks.first[block] ?? 0)
    out[at++] = (imagesBefore[end] ?? 0) - (imagesBefore[holder] ?? 0)
    out[at++] = (controlsBefore[end] ?? 0) - (controlsBefore[holder] ?? 0)
    out[at++] = (words[block] ?? 0) / total
    out[at++] = block
    out[at++] = blocks.count - block
    out[at++] = words[block] ?? 0
    out[at++] = h1 < 0 ? -1000 : block - h1
    out[at++] = h1 < 0 ? -1 : ((words[block] ?? 0) - (words[h1] ?? 0)) / total
    out[at++] = title < 0 ? -1000 : block - title
    out[at++] = title < 0 ? 0 : 1
    out[at++] = largest >= 0 && holder >= largest && holder < (index.end[largest] ?? 0) ? 1 : 0
  }
}

/** The first heading that holds most of the title, else the first h1; -1 for none. */
function titleBlock({ blocks, facts, level }: PageView): number {
  let [best, most] = [-1, 0.5]
  for (let block = 0; block < blocks.count; block++) {
    if (!level[block]) continue
    const start = blocks.wordStart[block] ?? 0
    const own = new Set(blocks.wordHashes.subarray(start, blocks.wordStart[block + 1] ?? start))
    let found = 0
    for (const hash of own) if (facts.titleWords.has(hash)) found++
    const fit = found / Math.max(1, own.size) + found / Math.max(1, facts.titleCount)
    if (fit > most) [best, most] = [block, fit]
  }
  return best >= 0 ? best : level.indexOf(1)
}

/** Place of the `main` or `article` with the most words; -1 for none. */
function largestLandmark({ index, words, blocksBefore }: PageView): number {
  let [best, most] = [-1, 0]
  for (let at = 0; at < index.nodes.length; at++) {
    const own = (index.context[at] ?? 0) & ~(index.context[index.parent[at] ?? 0] ?? 0)
    if ((own & (IN.main | IN.article)) === 0) continue
    const held = (words[blocksBefore[index.end[at] ?? 0] ?? 0] ?? 0) - (words[blocksBefore[at] ?? 0] ?? 0)
    if (held > most) [best, most] = [at, held]
  }
  return best
}
