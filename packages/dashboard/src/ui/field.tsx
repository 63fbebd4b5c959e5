// A labelled control with its hint and its error, and the controls themselves.
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'
import { classNames } from './class-names.ts'

interface FieldIds {
  readonly id: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly required: boolean
}

const FieldContext = createContext<FieldIds | null>(null)

export interface FieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** Marks the control as invalid and is read out with it. */
  readonly error?: ReactNode
  readonly required?: boolean
  /** Seen by screen readers alone. */
  readonly hideLabel?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** Wraps exactly one Input, Textarea or Select, and ties label, hint and error to it. */
export function Field({ label, hint, error, required = false, hideLabel = false, className, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div className={classNames('min-w-0', className)}>
        <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1 block text-[13px] font-medium'}>
          {label}
        </label>
        {children}
        {hint && (
          <p id={`${id}-hint`} className="mt-1 text-[13px] text-muted">
            {hint}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className="mt-1 text-[13px] font-medium text-bad-text" role="alert">
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  )
}

const control = classNames(
  'w-full rounded-lg border border-line-strong bg-surface text-ink placeholder:text-muted transition-colors',
  'hover:border-muted aria-invalid:border-bad disabled:opacity-60 disabled:bg-sunken',
)

/** What the surrounding field says of its control; a control outside of a field brings its own label. */
function useControl() {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    required: field.required,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  }
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useControl()} {...rest} className={classNames(control, 'h-9 px-3', className)} />
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useControl()} {...rest} className={classNames(control, 'px-3 py-2', className)} />
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative block', className)}>
      <select {...useControl()} {...rest} className={classNames(control, 'h-9 appearance-none pr-8 pl-3')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  )
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode
}

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={classNames('inline-flex items-center gap-2', className)}>
      <input type="checkbox" {...rest} className="size-4 shrink-0 accent-accent" />
      <span>{label}</span>
    </label>
  )
}
