import { Fragment } from 'react'

/** A sentence of the catalog; what stands between backticks is code. */
export function CodeText({ text }: { readonly text: string }) {
  // The parts of one sentence never move, so their places name them.
  return text.split('`').map((part, place) => {
    const key = `${place}:${part}`
    return place % 2 === 1 ? (
      <code key={key} className="rounded bg-sunken px-1 font-mono text-[0.92em]">
        {part}
      </code>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    )
  })
}
