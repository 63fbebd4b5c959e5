import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { curlLine, firstCall } from '../../data/first-call.ts'
import { useIsAdmin } from '../../data/me.ts'
import { catalogQuery, keysQuery } from '../../data/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'

/** Shown until the first call stands in the log. */
export function FirstStepsCard() {
  const isAdmin = useIsAdmin()
  const keys = useQuery(keysQuery)
  const catalog = useQuery(catalogQuery)
  const first = keys.data?.keys[0]
  const call = firstCall(catalog.data)
  const baseUrl = catalog.data?.baseUrl
  return (
    <Card title="First steps" description="Three steps to the first answer. This card goes with the first call.">
      <ol className="space-y-5">
        <Step number={1} title={isAdmin ? 'Create an API key' : 'Get an API key'} isDone={first !== undefined}>
          {isAdmin ? (
            <Link to="/keys" className={buttonClass(first ? 'secondary' : 'primary', 'small')}>
              {first ? 'See the keys' : 'Create a key'}
            </Link>
          ) : (
            <p className="text-muted">An admin of this organization creates keys and passes them on.</p>
          )}
        </Step>
        <Step number={2} title="Call an operation" isDone={false}>
          {baseUrl && (
            <CodeBlock
              code={curlLine(baseUrl, call, first ? `${first.prefix}…` : 'YOUR_KEY')}
              label="A first call with curl"
            />
          )}
          <p className="mt-2 text-muted">
            Put the whole key in its place, or{' '}
            <Link to="/catalog/$slug" params={{ slug: call.slug }} className="link">
              try it here without a key
            </Link>
            .
          </p>
        </Step>
        <Step number={3} title="See it in the log" isDone={false}>
          <p className="text-muted">
            Each call stands in{' '}
            <Link to="/requests" className="link">
              Requests
            </Link>{' '}
            with its status, its units and its request id.
          </p>
        </Step>
      </ol>
    </Card>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly isDone: boolean
  readonly children: ReactNode
}

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        className={`grid size-6 shrink-0 place-items-center rounded-full text-[13px] font-semibold ${isDone ? 'bg-good-soft text-good-text' : 'bg-accent-soft text-accent-text'}`}
      >
        {isDone ? <Check role="img" aria-label="Done" className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <p className="mb-2 font-medium">{title}</p>
        {children}
      </div>
    </li>
  )
}
