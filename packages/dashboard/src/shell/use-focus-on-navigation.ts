import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** A new page is read from its beginning: focus goes to `main`, as it would on a page load. Not on the first one. */
export function useFocusOnNavigation(): void {
  const pathname = useLocation({ select: (location) => location.pathname })
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}
