// A page's tree laid out flat in document order, so that every later step is a loop over typed arrays.
import type { Element, Node, PageTree } from '../../tree/node.ts'
import { characterTables, DIGIT, hashOf, mix } from './characters.ts'
import { bitsOf, isInline } from './tags.ts'

/** Arrays by place in document order; place 0 is the body. */
export interface PageIndex {
  readonly nodes: readonly Node[]
  /** Place of the parent; -1 for the body. */
  readonly parent: Int32Array
  /** One after the last place inside. */
  readonly end: Int32Array
  readonly depth: Uint16Array
  /** `IN` bits of the node and all above it. */
  readonly context: Int32Array
  /** Place of the nearest element that is no inline one, itself included. */
  readonly holder: Int32Array
  /** Hash of an element's tag and first class, digits left out: entries of a list share it. 0 for text. */
  readonly shape: Int32Array
  /** Hash of the shapes from the body down to here, six at most. */
  readonly path: Int32Array
  /** Children of the same parent with the same shape, itself included; 0 for text. */
  readonly alike: Uint16Array
  /** Which of them it is, from 0. */
  readonly turn: Uint16Array
}

export function indexPage(page: PageTree): PageIndex {
  const nodes = inDocumentOrder(page.body)
  const size = nodes.length
  const index = {
    nodes,
    parent: new Int32Array(size).fill(-1),
    end: new Int32Array(size),
    depth: new Uint16Array(size),
    context: new Int32Array(size),
    holder: new Int32Array(size),
    shape: new Int32Array(size),
    path: new Int32Array(size),
    alike: new Uint16Array(size),
    turn: new Uint16Array(size),
  }
  linkParents(index)
  for (let at = 0; at < size; at++) {
    const node = nodes[at]
    if (node) describe(index, at, node)
  }
  countAlike(index)
  return index
}

/** Own order rather than ids: repairs of malformed pages may move nodes. */
function inDocumentOrder(body: Element): Node[] {
  const nodes: Node[] = []
  const open: Node[] = [body]
  for (let node = open.pop(); node; node = open.pop()) {
    nodes.push(node)
    if (node.kind === 'text') continue
    for (let child = node.children.length - 1; child >= 0; child--) {
      const next = node.children[child]
      if (next) open.push(next)
    }
  }
  return nodes
}

function linkParents({ nodes, parent, end }: Pick<PageIndex, 'nodes' | 'parent' | 'end'>): void {
  const open: { at: number; left: number }[] = []
  nodes.forEach((node, at) => {
    for (let top = open.at(-1); top && top.left === 0; top = open.at(-1)) {
      end[top.at] = at
      open.pop()
    }
    const top = open.at(-1)
    if (top) {
      parent[at] = top.at
      top.left--
    }
    if (node.kind === 'element') open.push({ at, left: node.children.length })
    else end[at] = at + 1
  })
  for (const { at } of open) end[at] = nodes.length
}

function describe(index: PageIndex, at: number, node: Node): void {
  const up = index.parent[at] ?? -1
  index.depth[at] = up < 0 ? 0 : (index.depth[up] ?? 0) + 1
  const above = up < 0 ? 0 : (index.context[up] ?? 0)
  const holderAbove = up < 0 ? 0 : (index.holder[up] ?? 0)
  if (node.kind === 'text') {
    index.context[at] = above
    index.holder[at] = holderAbove
    index.path[at] = index.path[up] ?? 0
    return
  }
  index.context[at] = above | bitsOf(node)
  index.holder[at] = isInline(node.tag) ? holderAbove : at
  const shape = shapeOf(node)
  index.shape[at] = shape
  let path = shape
  for (let step = 0, place = up; step < 5 && place >= 0; step++, place = index.parent[place] ?? -1)
    path = mix(path, index.shape[place] ?? 0)
  index.path[at] = path
}

function shapeOf({ tag, attributes }: Element): number {
  const { classes } = characterTables()
  const names = attributes.class ?? ''
  let hash = hashOf(tag)
  for (let at = 0; at < names.length; at++) {
    const code = names.charCodeAt(at)
    if (code <= 32) {
      if (at > 0) break
    } else if (((classes[code] ?? 0) & DIGIT) === 0) hash = mix(hash, code)
  }
  return hash
}

function countAlike({ nodes, parent, shape, alike, turn }: PageIndex): void {
  const counts = new Map<number, number>()
  const key = (at: number): number => (parent[at] ?? -1) * 4_294_967_296 + ((shape[at] ?? 0) >>> 0)
  for (let at = 1; at < nodes.length; at++) {
    if (shape[at] === 0) continue
    const count = counts.get(key(at)) ?? 0
    turn[at] = Math.min(count, 65_535)
    counts.set(key(at), count + 1)
  }
  for (let at = 1; at < nodes.length; at++) if (shape[at] !== 0) alike[at] = Math.min(counts.get(key(at)) ?? 0, 65_535)
}
