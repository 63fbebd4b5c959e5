// Short notices at the window's edge: what was done, or why it was not.
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { Button } from './button.tsx'

const SHOWN_MS = 6000

interface Notice {
  readonly id: number
  readonly text: string
  readonly tone: 'good' | 'bad'
}

export interface Toasts {
  readonly done: (text: string) => void
  readonly failed: (text: string) => void
}

const ToastContext = createContext<Toasts>({ done: () => {}, failed: () => {} })

export function useToasts(): Toasts {
  return use(ToastContext)
}

let lastId = 0

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const add = useCallback((text: string, tone: Notice['tone']) => {
    lastId += 1
    const notice = { id: lastId, text, tone }
    setNotices((all) => [...all.slice(-2), notice])
  }, [])
  const close = useCallback((id: number) => setNotices((all) => all.filter((notice) => notice.id !== id)), [])
  const toasts = useMemo(
    () => ({ done: (text: string) => add(text, 'good'), failed: (text: string) => add(text, 'bad') }),
    [add],
  )
  return (
    <ToastContext value={toasts}>
      {children}
      <div
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-20 z-60 flex flex-col items-center gap-2 lg:bottom-6 sm:items-end"
      >
        {notices.map((notice) => (
          <Toast key={notice.id} notice={notice} onClose={close} />
        ))}
      </div>
    </ToastContext>
  )
}

function Toast({ notice, onClose }: { readonly notice: Notice; readonly onClose: (id: number) => void }) {
  const { id, tone, text } = notice
  useEffect(() => {
    // A failure stays until it was read.
    if (tone === 'bad') return
    const timer = setTimeout(() => onClose(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, tone, onClose])
  return (
    <div className="pointer-events-auto flex w-full max-w-sm items-center gap-3 rounded-xl bg-raised py-1.5 pr-1.5 pl-4 shadow-raised">
      {tone === 'good' ? (
        <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
      ) : (
        <CircleAlert aria-hidden className="size-4 shrink-0 text-bad" />
      )}
      <p className="min-w-0 flex-1 py-1.5 break-words">{text}</p>
      <Button variant="quiet" size="icon" aria-label="Dismiss" onClick={() => onClose(id)}>
        <X aria-hidden />
      </Button>
    </div>
  )
}
