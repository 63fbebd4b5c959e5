// Try it: examples, the form beside its JSON, the run and what came of it.
import type { CatalogOperation } from '@kiosk/catalog'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { createKept } from '../../data/kept.ts'
import { usageQuery } from '../../data/queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonLines } from '../../ui/states.tsx'
import { type BodyDraft, draftOfBody, draftOfText } from '../schema-form/body-draft.ts'
import { faultsOf } from '../schema-form/form-faults.ts'
import { alternativesText, type GroupField } from '../schema-form/form-field.ts'
import { holdsSecret } from '../schema-form/form-secrets.ts'
import { JsonEditor } from '../schema-form/json-editor.tsx'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { Examples } from './examples.tsx'
import { noOptions, type Outcome, type RunOptions, runHeaders, shownFaults } from './run.ts'
import { RunBar } from './run-bar.tsx'
import { RunOptionsForm } from './run-options.tsx'
import { useRun } from './use-run.ts'

// Views of answers and the dialog are not part of the first load.
const RunOutcome = lazy(() => import('./run-outcome.tsx').then((module) => ({ default: module.RunOutcome })))
const AccountDialog = lazy(() => import('./account-dialog.tsx').then((module) => ({ default: module.AccountDialog })))

const useKeptOptions = createKept<RunOptions>()

export interface PlaygroundProps {
  readonly operation: CatalogOperation
  readonly form: GroupField
  readonly draft: BodyDraft
  readonly onDraft: (draft: BodyDraft) => void
}

export function Playground({ operation, form, draft, onDraft }: PlaygroundProps) {
  const [options, setOptions] = useKeptOptions(operation.slug, () => noOptions)
  const [wasTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const remaining = useQuery(usageQuery).data?.quota.remaining ?? null
  const run = useRun(operation.slug)
  const isAccountAction = operation.access === 'account'
  const local = faultsOf(form, draft.body)
  const refused = run.outcome?.kind === 'refusal' && run.sent === draft.body ? run.outcome.error : null

  const start = () => run.start({ body: draft.body, headers: runHeaders(options, isAccountAction) })
  const tryRun = () => {
    setTried(true)
    // The browser's check may be wrong: the second press runs all the same.
    if (local.size > 0 && !wasTried) return
    if (isAccountAction) setAsking(true)
    else start()
  }
  const change = (next: BodyDraft) => {
    setTried(false)
    onDraft(next)
  }
  return (
    <>
      <Card title="Try it" description="Runs for real, through your session; no key is needed.">
        <Examples operation={operation} onChoose={(body) => change(draftOfBody(body))} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="min-w-0">
            <FormIntro operation={operation} draft={draft} />
            <SchemaForm
              form={form}
              body={draft.body}
              faults={shownFaults(local, refused, wasTried)}
              onChange={(body) => change(draftOfBody(body))}
            />
          </div>
          <div className="min-w-0 space-y-4 lg:sticky lg:top-4">
            <JsonEditor
              draft={draft}
              isSecret={holdsSecret(form, draft.body)}
              onChange={(text) => change(draftOfText(text, draft.body))}
            />
            <RunOptionsForm options={options} onChange={setOptions} />
            <RunBar
              operation={operation}
              remaining={remaining}
              faultCount={local.size}
              wasTried={wasTried}
              isUnreadable={draft.unreadable !== null}
              isRunning={run.isRunning}
              onRun={tryRun}
              onCancel={run.cancel}
            />
          </div>
        </div>
      </Card>
      <Result operation={operation} outcome={run.outcome} />
      {isAccountAction && (
        <Suspense>
          <AccountDialog
            operation={operation}
            remaining={remaining}
            open={isAsking}
            onOpenChange={setAsking}
            onConfirm={start}
          />
        </Suspense>
      )}
    </>
  )
}

interface ResultProps {
  readonly operation: CatalogOperation
  readonly outcome: Outcome | null
}

/** Comes into sight by itself: a long form may push it far below its button. */
function Result({ operation, outcome }: ResultProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome) place.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  return (
    <div ref={place} className="scroll-mt-4">
      {/* A refusal is an alert, which is read out by itself. */}
      <p role="status" className="sr-only">
        {outcome?.kind === 'answer' && 'The answer is here.'}
      </p>
      {outcome && (
        <Suspense fallback={<SkeletonLines label="Loading the view of the answer" />}>
          <RunOutcome operation={operation} outcome={outcome} />
        </Suspense>
      )}
    </div>
  )
}

function FormIntro({ operation, draft }: Pick<PlaygroundProps, 'operation' | 'draft'>) {
  const alternatives = alternativesText(operation.inputSchema)
  const hasFields = Object.keys(operation.inputSchema.properties ?? {}).length > 0
  return (
    <div className="space-y-3 not-empty:mb-4">
      {operation.access === 'account' && (
        <Banner tone="warn">
          This operation acts on an account of yours at another service. It asks before each run.
        </Banner>
      )}
      {draft.unreadable && (
        <Banner tone="warn">The form shows the last valid body: the JSON beside it cannot be read.</Banner>
      )}
      {alternatives && <p className="text-muted">{alternatives}</p>}
      {!hasFields && <p className="text-muted">This operation takes no fields: run it as it is.</p>}
    </div>
  )
}
