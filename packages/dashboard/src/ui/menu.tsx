// A menu button on the browser's own popover: light dismissal, Escape, the top layer and the return of focus are its.
import { Check } from 'lucide-react'
import { Slot } from 'radix-ui'
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type ToggleEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'

const GAP_PX = 6
/** Between a menu and the edge of the window. */
const EDGE_PX = 8

export interface MenuProps {
  /** One button. */
  readonly trigger: ReactElement<ComponentProps<'button'>>
  readonly align?: 'start' | 'end'
  readonly side?: 'top' | 'bottom'
  /** Of MenuItem, MenuChoices, MenuLabel and MenuLine. */
  readonly children: ReactNode
}

export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const place = (event: ToggleEvent) => {
    if (event.newState !== 'open' || !button.current || !panel.current) return
    const { style } = panel.current
    const { left, right, top, bottom } = button.current.getBoundingClientRect()
    style.left = align === 'start' ? `${Math.max(EDGE_PX, left)}px` : 'auto'
    style.right = align === 'end' ? `${Math.max(EDGE_PX, document.documentElement.clientWidth - right)}px` : 'auto'
    style.top = side === 'bottom' ? `${bottom + GAP_PX}px` : 'auto'
    style.bottom = side === 'top' ? `${window.innerHeight - top + GAP_PX}px` : 'auto'
  }
  const onToggle = (event: ToggleEvent) => {
    setOpen(event.newState === 'open')
    if (event.newState === 'open') itemsOf(panel.current)[0]?.focus()
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id: `${id}-button`,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
      })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-labelledby={`${id}-button`}
        onBeforeToggle={place}
        onToggle={onToggle}
        onKeyDown={(event) => moveFocus(event, panel.current)}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest(ITEMS)) panel.current?.hidePopover()
        }}
        className="fixed inset-auto m-0 max-h-[70dvh] min-w-52 max-w-80 overflow-y-auto rounded-xl bg-raised p-1.5 text-ink shadow-raised"
      >
        {children}
      </div>
    </>
  )
}

const ITEMS = '[role="menuitem"], [role="menuitemradio"]'

function itemsOf(panel: HTMLElement | null): HTMLElement[] {
  return panel ? [...panel.querySelectorAll<HTMLElement>(ITEMS)] : []
}

/** Arrows, Home, End and first letters, as in every menu. Tab leaves it. */
function moveFocus(event: KeyboardEvent, panel: HTMLElement | null): void {
  if (event.key === 'Tab') panel?.hidePopover()
  const items = itemsOf(panel)
  const here = items.findIndex((item) => item.matches(':focus'))
  const target = targetOf(event.key, items, here)
  if (!target) return
  event.preventDefault()
  target.focus()
}

function targetOf(key: string, items: readonly HTMLElement[], here: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(here + 1) % items.length]
  if (key === 'ArrowUp') return items.at(here <= 0 ? -1 : here - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const after = [...items.slice(here + 1), ...items.slice(0, here + 1)]
  return after.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}

const look = classNames(
  'flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 py-1 text-left select-none cursor-pointer -outline-offset-2',
  'hover:bg-sunken focus:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted',
)

export interface MenuItemProps {
  readonly onSelect?: () => void
  /** The item is its only child, such as a Link. */
  readonly asChild?: boolean
  readonly children: ReactNode
}

export function MenuItem({ onSelect, asChild = false, children }: MenuItemProps) {
  if (asChild)
    return (
      <Slot.Root role="menuitem" tabIndex={-1} className={look}>
        {children}
      </Slot.Root>
    )
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={look} onClick={onSelect}>
      {children}
    </button>
  )
}

export interface MenuChoicesProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly choices: readonly { readonly value: Value; readonly label: ReactNode }[]
}

/** One of several; the chosen one has a tick. */
export function MenuChoices<Value extends string>({ label, value, onChange, choices }: MenuChoicesProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a menu
    <div role="group" aria-label={label}>
      <p aria-hidden className="px-2 py-1 text-[12px] font-medium text-muted">
        {label}
      </p>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="menuitemradio"
          aria-checked={choice.value === value}
          tabIndex={-1}
          className={look}
          onClick={() => onChange(choice.value)}
        >
          <span className="min-w-0 flex-1 truncate">{choice.label}</span>
          {choice.value === value && <Check aria-hidden />}
        </button>
      ))}
    </div>
  )
}

/** A line of text that is no choice. */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return (
    <p role="presentation" className="truncate px-2 py-1 text-[12px] font-medium text-muted">
      {children}
    </p>
  )
}

export function MenuLine() {
  return <hr className="-mx-1.5 my-1.5 border-line" />
}
