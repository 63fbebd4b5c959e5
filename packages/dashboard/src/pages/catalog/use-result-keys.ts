import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

export interface ResultKeys {
  readonly input: RefObject<HTMLInputElement | null>
  /** For the element around the input and its results. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** `/` goes to the search; the arrows go from it through the results and back. */
export function useResultKeys(): ResultKeys {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onSlash = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onSlash)
    return () => document.removeEventListener('keydown', onSlash)
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const results = event.currentTarget.querySelectorAll<HTMLElement>('[data-operation]')
    const stops: (Element | null)[] = [input.current, ...results]
    const at = stops.indexOf(document.activeElement)
    const next = at === -1 ? undefined : stops[at + (event.key === 'ArrowDown' ? 1 : -1)]
    if (!(next instanceof HTMLElement)) return
    event.preventDefault()
    next.focus()
  }
  return { input, onKeyDown }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
