// What readers wrote below an article.
import type { PageView } from '../features/page-view.ts'

const COMMENTS =
  /(?:^|[\s_-])(?:comments?|commentlist|disqus\w*|respond|reader-?comments|fb-comments|spot-?im|coral|livefyre|viafoura|kommentare?|commentaires|comentarios)(?:$|[\s_-])/i

/** Elements around everything carry such words, too: `body.has-comments`. */
const MOST_SHARE = 0.6

/** 1 by block that stands in a region of comments. */
export function commentBlocks({ index, blocks, words, blocksBefore }: PageView): Uint8Array {
  const inside = new Uint8Array(index.nodes.length)
  const total = words[blocks.count] ?? 0
  for (let at = 1; at < index.nodes.length; at++) {
    const node = index.nodes[at]
    inside[at] = inside[index.parent[at] ?? 0] ?? 0
    if (node?.kind !== 'element' || inside[at] === 1 || node.tag === 'article' || node.tag === 'main') continue
    const { class: names, id } = node.attributes
    if ((names === undefined && id === undefined) || !COMMENTS.test(`${names ?? ''} ${id ?? ''}`)) continue
    const held = (words[blocksBefore[index.end[at] ?? 0] ?? 0] ?? 0) - (words[blocksBefore[at] ?? 0] ?? 0)
    if (held < MOST_SHARE * total) inside[at] = 1
  }
  return Uint8Array.from({ length: blocks.count }, (_, block) => inside[blocks.holder[block] ?? 0] ?? 0)
}
