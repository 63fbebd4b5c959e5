import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: ReactNode
  /** `panel`: the height of the window, at its right edge; for details of a row. */
  readonly shape?: 'box' | 'wide' | 'panel'
  /** False: only the dialog's own buttons close it. For what is shown once. */
  readonly dismissible?: boolean
  readonly children: ReactNode
}

const shapes = {
  box: 'top-1/2 left-1/2 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 max-h-[calc(100dvh-2rem)] rounded-xl',
  wide: 'top-1/2 left-1/2 w-[calc(100vw-2rem)] max-w-3xl -translate-x-1/2 -translate-y-1/2 max-h-[calc(100dvh-2rem)] rounded-xl',
  panel: 'inset-y-0 right-0 w-full max-w-md',
} as const

/** A modal: focus is held inside and returns to where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  shape = 'box',
  dismissible = true,
  children,
}: DialogProps) {
  const hold = dismissible ? undefined : (event: Event) => event.preventDefault()
  const content = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* No Radix.Overlay: it injects a style element to lock scrolling; the theme does that by :has(). */}
        <div data-dialog aria-hidden className="fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          ref={content}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            focusFirstField(event, content.current)
          }}
          onCloseAutoFocus={(event) => {
            // Radix knows the opener only by a trigger of its own.
            event.preventDefault()
            focusAgain(opener.current)
          }}
          {...(hold && { onEscapeKeyDown: hold, onPointerDownOutside: hold, onInteractOutside: hold })}
          className={classNames('fixed z-50 overflow-y-auto bg-raised p-5 shadow-raised', shapes[shape])}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <div className="min-w-0">
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>}
            </div>
            {dismissible && (
              <Radix.Close asChild>
                <Button variant="quiet" size="icon" aria-label="Close" className="-mt-1.5 -mr-2">
                  <X aria-hidden />
                </Button>
              </Radix.Close>
            )}
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A form is ready to be filled in; without a field the focus stays with Radix, on the first button. */
function focusFirstField(event: Event, content: HTMLElement | null): void {
  const field = content?.querySelector<HTMLElement>('input, select, textarea')
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** What opened the dialog may be gone, as the row of a deleted thing is. */
function focusAgain(opener: Element | null): void {
  const target = opener?.isConnected ? opener : document.getElementById('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

/** The row of buttons at a dialog's end; the main one comes last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
}
