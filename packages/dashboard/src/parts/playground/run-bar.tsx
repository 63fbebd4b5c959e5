import type { CatalogOperation } from '@kiosk/catalog'
import { Play, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { costBefore, exceedsQuota } from '../texts/cost.ts'
import { spanText } from '../texts/numbers.ts'

export interface RunBarProps {
  readonly operation: CatalogOperation
  /** Units left this month; null without a limit, or while it is not known. */
  readonly remaining: number | null
  /** Fields that would be refused. */
  readonly faultCount: number
  readonly wasTried: boolean
  readonly isUnreadable: boolean
  readonly isRunning: boolean
  readonly onRun: () => void
  readonly onCancel: () => void
}

/** The button that runs, with what it will cost beside it. */
export function RunBar(props: RunBarProps) {
  const { operation, remaining, faultCount, wasTried, isUnreadable, isRunning, onRun, onCancel } = props
  const needsAnotherLook = wasTried && faultCount > 0
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      {isRunning ? (
        <Button onClick={onCancel}>
          <Square aria-hidden />
          Cancel
        </Button>
      ) : (
        <Button variant="primary" onClick={onRun} disabled={isUnreadable}>
          <Play aria-hidden />
          {needsAnotherLook ? 'Run anyway' : 'Run'}
        </Button>
      )}
      <div className="min-w-0 flex-1 basis-56 text-[13px]">
        {isRunning ? (
          <Elapsed timeoutSec={operation.timeoutSec} />
        ) : (
          <p className="text-muted">{costBefore(operation, remaining)}</p>
        )}
        {!isRunning && exceedsQuota(operation, remaining) && (
          <p className="text-warn-text">The units left do not suffice: only an answer from the cache would come.</p>
        )}
        {!isRunning && needsAnotherLook && (
          <p role="alert" className="text-bad-text">
            {faultCount === 1 ? 'One field' : `${faultCount} fields`} would probably be refused; see the form.
          </p>
        )}
        {isUnreadable && <p className="text-bad-text">Mend the JSON first.</p>}
      </div>
    </div>
  )
}

const TICK_MS = 100

function Elapsed({ timeoutSec }: { readonly timeoutSec: number }) {
  const [elapsedMs, setElapsedMs] = useState(0)
  useEffect(() => {
    const startedAt = performance.now()
    const timer = setInterval(() => setElapsedMs(performance.now() - startedAt), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="text-muted">
      <span role="status">Running.</span> {(elapsedMs / 1000).toFixed(1)} s of at most {spanText(timeoutSec)}.
    </p>
  )
}
