import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface CardProps {
  readonly title?: ReactNode
  readonly description?: ReactNode
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode
  /** `flush`: the content touches the edges, as tables do. */
  readonly flush?: boolean
  readonly className?: string
  readonly children?: ReactNode
}

export function Card({ title, description, actions, flush = false, className, children }: CardProps) {
  const headed = Boolean(title || actions)
  return (
    <section className={classNames('rounded-xl border border-line bg-surface shadow-card min-w-0', className)}>
      {headed && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5">
          <div className="min-w-0">
            <h2 className="text-[15px] font-semibold">{title}</h2>
            {description && <p className="mt-0.5 text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? classNames(headed && 'pt-3') : 'p-4 sm:p-5'}>{children}</div>
    </section>
  )
}
