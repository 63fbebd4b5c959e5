import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BrandMark } from '../../shell/brand.tsx'
import { PageTitle } from '../../ui/page-header.tsx'

interface AccountFrameProps {
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
  /** Below the card: the other way in. */
  readonly footer?: ReactNode
}

/** The frame of the pages without a session: one card in the middle. */
export function AccountFrame({ title, description, children, footer }: AccountFrameProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center px-4 py-10">
      <PageTitle>{title}</PageTitle>
      <Link
        to="/"
        className="mb-6 inline-flex items-center gap-2.5 self-center rounded-lg text-base font-semibold tracking-tight"
      >
        <BrandMark />
        Kiosk
      </Link>
      <div className="rounded-xl border border-line bg-surface p-5 shadow-card sm:p-6">
        <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
        {description && <div className="mt-1 text-muted">{description}</div>}
        <div className="mt-5">{children}</div>
      </div>
      {footer && <div className="mt-5 text-center text-muted">{footer}</div>}
    </main>
  )
}
