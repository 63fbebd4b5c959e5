// Finding operations: by words, by tag, in their categories.
import type { CatalogOperation } from '@kiosk/catalog'

export interface CatalogSearch {
  readonly words: string
  readonly tag: string | null
}

type Searched = Pick<CatalogOperation, 'slug' | 'title' | 'description' | 'category' | 'tags'>

/** Operations that hold every word and have the tag; those whose name holds the words come first. */
export function found<Operation extends Searched>(
  operations: readonly Operation[],
  { words, tag }: CatalogSearch,
): Operation[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const tagged = operations.filter((operation) => tag === null || operation.tags.includes(tag))
  const holds = (text: string) => wanted.every((word) => text.includes(word))
  const matching = tagged.filter((operation) => holds(textOf(operation)))
  const rank = ({ title, slug }: Operation) => (holds(`${title} ${slug}`.toLowerCase()) ? 0 : 1)
  return matching.sort((a, b) => rank(a) - rank(b))
}

function textOf({ slug, title, description, category, tags }: Searched): string {
  return [slug, title, description, category, ...tags].join(' ').toLowerCase()
}

export interface Category<Operation> {
  readonly name: string
  readonly operations: readonly Operation[]
}

/** In the order of the alphabet; the order inside of a category is kept. */
export function byCategory<Operation extends Searched>(operations: readonly Operation[]): Category<Operation>[] {
  return [...Map.groupBy(operations, ({ category }) => category)]
    .map(([name, members]) => ({ name, operations: members }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Tags that join at least two operations, most used first: a tag of one says no more than its name. */
export function sharedTags(operations: readonly Searched[]): string[] {
  const uses = new Map<string, number>()
  for (const tag of operations.flatMap(({ tags }) => tags)) uses.set(tag, (uses.get(tag) ?? 0) + 1)
  return [...uses]
    .filter(([, count]) => count > 1)
    .sort(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b))
    .map(([tag]) => tag)
}
