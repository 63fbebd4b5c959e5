// How listings go on: by a cursor that the page before gave, else by page numbers.

export type Input = Record<string, unknown>

/** Field of the output that holds the next page's cursor → field of the input that takes it. */
const CURSORS = { after: 'after', cursor: 'cursor', nextMaxId: 'maxId' } as const

/** Yields pages until the listing says that there is no more, or answers an empty page, or the same cursor again. */
export async function* pagesOf<Output>(
  ask: (input: Input) => PromiseLike<Output>,
  first: Input,
): AsyncGenerator<Output, void, undefined> {
  for (let input: Input | null = first; input !== null; ) {
    const output: Output = await ask(input)
    yield output
    input = nextInput(input, output as Readonly<Record<string, unknown>>)
  }
}

/** Input of the page after this one; null: this was the last. */
export function nextInput(input: Input, output: Readonly<Record<string, unknown>>): Input | null {
  if (output.hasMore === false || output.hasNextPage === false) return null
  for (const [from, into] of Object.entries(CURSORS)) {
    if (!(from in output)) continue
    const cursor = output[from]
    return cursor === null || cursor === undefined || cursor === input[into] ? null : { ...input, [into]: cursor }
  }
  const lists = Object.values(output).filter(Array.isArray)
  if (lists.length === 0 || lists.every((list) => list.length === 0)) return null
  const page = typeof output.page === 'number' ? output.page : input.page
  return { ...input, page: (typeof page === 'number' ? page : 1) + 1 }
}
