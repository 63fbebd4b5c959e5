// The title at the head of the Markdown.
import type { Block, Heading } from '../write/block.ts'
import { plainText } from '../write/plain-text.ts'

/** Blocks that begin with a heading: the title's, where they do not begin with one of their own. A heading further down that
 * repeats the title goes. */
export function headed(blocks: readonly Block[], title: string): readonly Block[] {
  if (title === '') return blocks
  const [first] = blocks
  const heading: Heading = { kind: 'heading', level: 1, content: [{ kind: 'text', text: title }] }
  if (first?.kind !== 'heading') return [heading, ...blocks.filter((block) => !repeats(block, title))]
  return repeats(first, title) ? [first, ...blocks.slice(1).filter((block) => !repeats(block, title))] : blocks
}

function repeats(block: Block, title: string): boolean {
  return block.kind === 'heading' && block.level === 1 && spelling(plainText(block.content)) === spelling(title)
}

function spelling(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
