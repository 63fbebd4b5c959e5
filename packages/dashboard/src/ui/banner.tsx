import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

const looks = {
  info: { box: 'bg-accent-soft text-accent-text', icon: Info },
  warn: { box: 'bg-warn-soft text-warn-text', icon: TriangleAlert },
  bad: { box: 'bg-bad-soft text-bad-text', icon: CircleAlert },
} as const

export interface BannerProps {
  readonly tone?: keyof typeof looks
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly onDismiss?: () => void
  readonly className?: string
}

/** A lasting notice above or inside a page. */
export function Banner({ tone = 'info', title, children, action, onDismiss, className }: BannerProps) {
  const { box, icon: Icon } = looks[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-3 rounded-lg px-3.5 py-2.5', box, className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 break-words">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="[&_a]:underline [&_a]:underline-offset-2">{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
      {onDismiss && (
        <Button
          variant="quiet"
          size="icon"
          aria-label="Dismiss"
          className="-my-1.5 -mr-2 text-current"
          onClick={onDismiss}
        >
          <X aria-hidden />
        </Button>
      )}
    </div>
  )
}
