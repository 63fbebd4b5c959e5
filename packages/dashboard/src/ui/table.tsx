import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface TableProps {
  /** Read out by screen readers; says what the rows are. */
  readonly caption: string
  /** A row of `Th`. */
  readonly head: ReactNode
  /** Rows of `Td`. */
  readonly children: ReactNode
  readonly className?: string
}

/** Scrolls sideways where it does not fit, by keyboard too. */
export function Table({ caption, head, children, className }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classNames('overflow-x-auto', className)} aria-label={caption} tabIndex={0}>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line">{head}</thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  )
}

const cell = 'px-3 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5'

export interface CellProps {
  /** Numbers: to the right. */
  readonly numeric?: boolean
}

export function Th({ numeric = false, className, ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={classNames(
        cell,
        'py-2 text-[12px] font-medium text-muted whitespace-nowrap',
        numeric && 'text-right',
        className,
      )}
    />
  )
}

export function Td({ numeric = false, className, ...rest }: ComponentProps<'td'> & CellProps) {
  return <td {...rest} className={classNames(cell, 'py-2.5 align-middle', numeric && 'text-right', className)} />
}
