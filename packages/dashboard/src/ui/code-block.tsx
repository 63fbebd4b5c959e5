import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from './class-names.ts'

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'size'> {
  readonly text: string
  /** What is copied, as in «Copy the key»; read out, and shown unless `compact`. */
  readonly label: string
  readonly compact?: boolean
}

type Copied = 'no' | 'yes' | 'failed'

const shown = { yes: 'Copied', failed: 'Not copied: select it by hand' } as const

export function CopyButton({ text, label, compact = false, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState<Copied>('no')
  useEffect(() => {
    if (copied === 'no') return
    const timer = setTimeout(() => setCopied('no'), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    // Absent on plain http besides loopback.
    (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    )
  const said = copied === 'no' ? label : shown[copied]
  return (
    <Button {...rest} size={compact ? 'icon' : 'small'} onClick={copy} aria-label={compact ? said : undefined}>
      {copied === 'yes' ? <Check aria-hidden /> : <Copy aria-hidden />}
      {!compact && <span>{said}</span>}
      <span role="status" className="sr-only">
        {copied === 'no' ? '' : shown[copied]}
      </span>
    </Button>
  )
}

export interface CodeBlockProps {
  readonly code: string
  /** What it is: names the region and the copy button. */
  readonly label: string
  /** Long lines are broken instead of scrolled. */
  readonly wrap?: boolean
  readonly className?: string
}

export function CodeBlock({ code, label, wrap = false, className }: CodeBlockProps) {
  return (
    <div className={classNames('flex min-w-0 items-start rounded-lg border border-line bg-sunken', className)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="min-w-0 flex-1 overflow-auto rounded-lg">
        <pre
          className={classNames(
            'w-fit min-w-full px-3.5 py-3 font-mono text-[12.5px] leading-5',
            wrap && 'break-all whitespace-pre-wrap',
          )}
        >
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton text={code} label={`Copy: ${label}`} compact variant="quiet" className="m-1 hover:bg-surface" />
    </div>
  )
}
