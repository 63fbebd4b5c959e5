import type { ReactNode } from 'react'

export interface ScrollRegionProps {
  /** Left out for one of many of a kind: a landmark for each would be a crowd. */
  readonly label?: string
  readonly className?: string
  readonly children: ReactNode
}

/** Content that scrolls inside of the page, reachable by keyboard. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={`overflow-auto ${className ?? ''}`}>
      {children}
    </section>
  )
}
