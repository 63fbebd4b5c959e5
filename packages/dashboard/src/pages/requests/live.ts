// When the log is asked again by itself.
import { useEffect, useState } from 'react'

/** Pixels within which the page counts as not scrolled away. */
const NEAR_TOP = 120

/** Whether the top of the page is in sight. */
export function useIsAtTop(): boolean {
  const [isAtTop, setAtTop] = useState(() => window.scrollY < NEAR_TOP)
  useEffect(() => {
    const onScroll = () => setAtTop(window.scrollY < NEAR_TOP)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return isAtTop
}
