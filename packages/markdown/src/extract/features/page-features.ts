// The page as a whole; the same for all its blocks.
import { IN } from '../blocks/tags.ts'
import { pageKinds } from '../kind/page-kinds.ts'
import type { FeatureGroup } from './feature-group.ts'
import { typeGroups } from './page-facts.ts'
import type { PageView } from './page-view.ts'

export const pageFeatures: FeatureGroup = {
  names: [
    'page.words',
    'page.blocks',
    'page.link-share',
    'page.prose-share',
    'page.headings',
    'page.images',
    'page.controls',
    'page.articles',
    'page.mains',
    'page.h1',
    'page.currencies',
    'page.og-type',
    'page.path-depth',
    'page.slug-words',
    'page.path-digits',
    'page.main-share',
    'page.article-share',
    'page.longest',
    ...Object.keys(typeGroups).map((name) => `page.typed-${name}`),
    ...pageKinds.map((kind) => `page.chance-${kind}`),
  ],
  open(view, { kinds }) {
    const values = Float32Array.from([...readPage(view), ...kinds])
    return (_block, out, at) => out.set(values, at)
  },
}

/** Values that `readPage` gives. */
export const PAGE_VALUES = pageFeatures.names.length - pageKinds.length

/** What the page is like as a whole, without its kind. */
export function readPage(view: PageView): number[] {
  const { blocks, words, linkWords, proseWords, headingsOver, level, facts } = view
  const { count } = blocks
  const total = Math.max(1, words[count] ?? 0)
  let [main, article, longest, h1, currencies] = [0, 0, 0, 0, 0]
  for (let block = 0; block < count; block++) {
    const held = blocks.words[block] ?? 0
    const context = blocks.context[block] ?? 0
    if ((context & IN.main) !== 0) main += held
    if ((context & IN.article) !== 0) article += held
    if (held > longest) longest = held
    if (level[block] === 1) h1++
    currencies += blocks.currencies[block] ?? 0
  }
  return [
    total,
    count,
    (linkWords[count] ?? 0) / total,
    (proseWords[count] ?? 0) / total,
    headingsOver[count] ?? 0,
    view.imagesBefore.at(-1) ?? 0,
    view.controlsBefore.at(-1) ?? 0,
    countTag(view, 'article'),
    countTag(view, 'main'),
    h1,
    currencies,
    facts.ogType,
    facts.pathDepth,
    facts.slugWords,
    facts.pathDigits,
    main / total,
    article / total,
    longest,
    ...facts.types,
  ]
}

function countTag({ index }: PageView, tag: string): number {
  let count = 0
  for (const node of index.nodes) if (node.kind === 'element' && node.tag === tag) count++
  return count
}
