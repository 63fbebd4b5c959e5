import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { buttonClass } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'

export function NotFoundPage() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageTitle>Not found</PageTitle>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={MapPinOff}
        title="There is no page at this address"
        action={
          <Link to="/" className={buttonClass('primary')}>
            Go to the overview
          </Link>
        }
      >
        It may have been moved, or the link was cut short.
      </EmptyState>
    </main>
  )
}
