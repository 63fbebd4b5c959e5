// Which lists need blank lines between their items, and what keeps neighbouring lists apart.
import type { Block, List } from '../block.ts'

export class ListLayout {
  /** Remembered, because lists ask for those in them all the way down. */
  readonly #known = new Map<List, boolean>()

  /** A list whose items are one paragraph each, and such lists, needs no blank lines. */
  isTight(list: List): boolean {
    const known = this.#known.get(list)
    if (known !== undefined) return known
    const isTight = list.items.every(({ blocks }) => this.isTightItem(blocks))
    this.#known.set(list, isTight)
    return isTight
  }

  isTightItem(blocks: readonly Block[]): boolean {
    return blocks.every((block, index) => {
      if (block.kind !== 'list') return index === 0 && block.kind !== 'quote'
      return this.isTight(block) && (index === 0 || mayFollowText(block))
    })
  }
}

/** Whether a list right below a line of text is read as one: it begins with 1 and its first line holds something. */
function mayFollowText({ start, items }: List): boolean {
  return (start === null || start === 1) && items[0]?.blocks[0]?.kind !== 'table'
}

/** Two of a kind in a row would be read as one list if their markers were alike. */
export function isSameKindOfList(one: Block | undefined, other: Block): boolean {
  return one?.kind === 'list' && other.kind === 'list' && (one.start === null) === (other.start === null)
}
