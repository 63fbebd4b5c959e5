import type { Tone } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'

const fills: Readonly<Record<Exclude<Tone, 'neutral'>, string>> = {
  accent: 'text-accent',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
}

export interface MeterProps {
  readonly label: string
  readonly value: number
  readonly max: number
  /** The value in words, such as «420 of 1,000 units». */
  readonly text: string
  /** Without it the colour follows the share: from 80 % warn, from 100 % bad. */
  readonly tone?: keyof typeof fills
  readonly className?: string
}

export function Meter({ label, value, max, text, tone, className }: MeterProps) {
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 1
  const chosen = tone ?? (share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'accent')
  return (
    <div className={classNames('h-2 overflow-hidden rounded-full bg-sunken', fills[chosen], className)}>
      <meter
        className="sr-only"
        aria-label={label}
        aria-valuetext={text}
        min={0}
        max={Math.max(max, 1)}
        value={value}
      />
      <svg aria-hidden="true" className="block size-full" preserveAspectRatio="none" viewBox="0 0 100 1">
        <rect width={share * 100} height="1" fill="currentColor" />
      </svg>
    </div>
  )
}
