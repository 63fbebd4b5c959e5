import type { CatalogOperation } from '@kiosk/catalog'
import type { ReactNode } from 'react'
import { formatNumber } from '../../data/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/code-block.tsx'
import { AnswerView } from '../answers/answer-view.tsx'
import type { RunReceipt } from '../answers/receipt.ts'
import { adviceOf } from '../texts/advice.ts'
import { costAfter } from '../texts/cost.ts'
import { durationText, resetText } from '../texts/numbers.ts'
import type { Outcome } from './run.ts'

export interface RunOutcomeProps {
  readonly operation: CatalogOperation
  readonly outcome: Outcome
}

/** What came of a run, with its receipt. */
export function RunOutcome({ operation, outcome }: RunOutcomeProps) {
  return (
    <Card title={outcome.kind === 'answer' ? 'Answer' : 'Refused'}>
      <Receipt receipt={outcome.receipt} />
      {outcome.kind === 'answer' ? (
        <AnswerView
          // A new answer opens on its own first tab.
          key={outcome.receipt.requestId}
          schema={operation.outputSchema}
          answer={outcome.answer}
          name={operation.slug.replace(/\.\w+$/, '')}
        />
      ) : (
        <Refusal outcome={outcome} />
      )}
    </Card>
  )
}

function Receipt({ receipt }: { readonly receipt: RunReceipt }) {
  const { requestId, cache, replayed, remaining, durationMs } = receipt
  return (
    <dl className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-lg bg-sunken px-3 py-2 text-[13px]">
      <Fact name="Cost">{costAfter(receipt)}</Fact>
      {cache && (
        <Fact name="Cache">
          <Badge tone={cache === 'HIT' ? 'good' : 'neutral'}>{cache}</Badge>
        </Fact>
      )}
      {replayed && (
        <Fact name="Idempotency">
          <Badge tone="accent">replayed</Badge>
        </Fact>
      )}
      <Fact name="Duration">{durationText(durationMs)}</Fact>
      {remaining !== null && <Fact name="Units left">{formatNumber(remaining)}</Fact>}
      {requestId && (
        <Fact name="Request id">
          <span className="inline-flex items-center gap-1">
            <span className="font-mono text-[12px] break-all">{requestId}</span>
            <CopyButton
              text={requestId}
              label="Copy the request id"
              compact
              variant="quiet"
              className="-my-2 size-7!"
            />
          </span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <dt className="whitespace-nowrap text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Refusal({ outcome }: { readonly outcome: Outcome & { kind: 'refusal' } }) {
  const { status, code, message, field } = outcome.error
  return (
    <Banner tone="bad" title={status === 0 ? code : `${status} ${code}`}>
      <p>{message}</p>
      {field && (
        <p>
          Field: <code className="font-mono">{field}</code>
        </p>
      )}
      <p className="mt-1">
        <span className="font-semibold">What to do: </span>
        {adviceOf(code)} {whenText(outcome)}
      </p>
    </Banner>
  )
}

/** When the same run may succeed, where that is known. */
function whenText({ error: { code, retryAfterSec }, receipt: { resetsAt } }: Outcome & { kind: 'refusal' }): string {
  // Days away: an instant says more than a span.
  if (code === 'QUOTA_EXCEEDED' && resetsAt !== null) return `New units come ${resetText(resetsAt)}.`
  return retryAfterSec === undefined ? '' : `Try again in ${durationText(retryAfterSec * 1000)}.`
}
