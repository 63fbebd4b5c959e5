// Whether something typed would be lost if the page went now.
import { useEffect } from 'react'

let unsaved = 0

export function hasUnsaved(): boolean {
  return unsaved > 0
}

/** Counts a form while it holds what was typed and not sent. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    unsaved += 1
    return () => {
      unsaved -= 1
    }
  }, [isUnsaved])
}
