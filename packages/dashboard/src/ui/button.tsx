import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'normal' | 'icon'

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover shadow-card',
  secondary: 'bg-surface text-ink border border-line hover:bg-sunken shadow-card',
  quiet: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'bg-bad text-on-accent hover:bg-bad-hover shadow-card',
}

const sizes: Readonly<Record<ButtonSize, string>> = {
  small: 'h-8 px-2.5 text-[13px]',
  normal: 'h-9 px-3.5',
  icon: 'size-9 shrink-0',
}

/** The look of a button, for links that act as one: `<Link className={buttonClass('primary')} …>`. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'normal'): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap select-none transition-colors',
    'disabled:opacity-60 disabled:pointer-events-none [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  )
}

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant
  /** `icon`: square, needs an `aria-label`. */
  readonly size?: ButtonSize
  /** Shows a spinner and takes no clicks. */
  readonly busy?: boolean
}

export function Button({ variant, size, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(buttonClass(variant, size), className)}
    >
      {busy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  )
}
