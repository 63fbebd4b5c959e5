// The regions around the block: the elements above it, each one wider than the last.
import type { FeatureGroup } from './feature-group.ts'
import type { PageView } from './page-view.ts'

const STEPS = 5

const perStep = [
  'words',
  'blocks',
  'link-share',
  'prose-share',
  'page-share',
  'comma-share',
  'headings',
  'images',
  'controls',
]

export const regionFeatures: FeatureGroup = {
  names: Array.from({ length: STEPS }, (_, step) => perStep.map((name) => `region-${step + 1}.${name}`)).flat(),
  open(view) {
    const { blocks, wider, index } = view
    // Where each region was first written: its values are those of all its blocks.
    const written = new Int32Array(index.nodes.length).fill(-1)
    return (block, out, at) => {
      let place = wider[blocks.holder[block] ?? 0] ?? -1
      for (let step = 0; step < STEPS; step++) {
        const known = place < 0 ? -1 : (written[place] ?? -1)
        if (place < 0) out.fill(-1, at, at + perStep.length)
        else if (known < 0) {
          writeRegion(view, place, out, at)
          written[place] = at
        } else out.copyWithin(at, known, known + perStep.length)
        at += perStep.length
        place = place < 0 ? -1 : (wider[place] ?? -1)
      }
    }
  },
}

function writeRegion(view: PageView, place: number, out: Float32Array, at: number): void {
  const { index, blocks, blocksBefore, words, linkWords, proseWords, commas, headingsOver } = view
  const end = index.end[place] ?? 0
  const from = blocksBefore[place] ?? 0
  const to = blocksBefore[end] ?? 0
  const held = (words[to] ?? 0) - (words[from] ?? 0)
  out[at++] = held
  out[at++] = to - from
  out[at++] = ((linkWords[to] ?? 0) - (linkWords[from] ?? 0)) / held
  out[at++] = ((proseWords[to] ?? 0) - (proseWords[from] ?? 0)) / held
  out[at++] = held / Math.max(1, words[blocks.count] ?? 0)
  out[at++] = ((commas[to] ?? 0) - (commas[from] ?? 0)) / held
  out[at++] = (headingsOver[to] ?? 0) - (headingsOver[from] ?? 0)
  out[at++] = (view.imagesBefore[end] ?? 0) - (view.imagesBefore[place] ?? 0)
  out[at] = (view.controlsBefore[end] ?? 0) - (view.controlsBefore[place] ?? 0)
}
