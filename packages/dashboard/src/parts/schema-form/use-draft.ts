import { useState } from 'react'

/** Text of an input whose value is not the text itself: what was typed stays while it stands for the present value.
 * @returns the text to show, and a way to keep what was typed with the value it stands for */
export function useDraft(value: unknown, show: (value: unknown) => string) {
  const [draft, setDraft] = useState(() => ({ text: show(value), of: value }))
  const text = JSON.stringify(draft.of) === JSON.stringify(value) ? draft.text : show(value)
  return [text, (typed: string, of: unknown) => setDraft({ text: typed, of })] as const
}
