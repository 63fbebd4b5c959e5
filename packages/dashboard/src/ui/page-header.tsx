import type { ReactNode } from 'react'

export interface PageHeaderProps {
  /** Also the title of the window. */
  readonly title: string
  readonly description?: ReactNode
  /** Above the title, such as the way back. */
  readonly eyebrow?: ReactNode
  readonly actions?: ReactNode
}

export function PageHeader({ title, description, eyebrow, actions }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <PageTitle>{title}</PageTitle>
      <div className="min-w-0 max-w-2xl">
        {eyebrow && <div className="mb-1 text-[13px] text-muted">{eyebrow}</div>}
        <h1 className="text-[21px] leading-7 font-semibold tracking-tight text-balance break-words">{title}</h1>
        {description && <p className="mt-1 text-pretty text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}

/** Names the window and its tab. */
export function PageTitle({ children }: { readonly children: string }) {
  return <title>{`${children} · Kiosk`}</title>
}
