// The frame of every page that needs a session: who is signed in is known before anything inside is drawn.
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import type { Me } from '../api/schemas.ts'
import { MeProvider } from '../data/me.ts'
import { meQuery } from '../data/queries.ts'
import { Notices } from './notices.tsx'
import { Outage } from './outage.tsx'
import { BottomBar, TopBar } from './phone-bars.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'
import { Sidebar } from './sidebar.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

export function Shell() {
  const me = useQuery(meQuery)
  if (me.data) return <SignedIn me={me.data} />
  const refused = me.error instanceof ApiError && me.error.status === 401
  // A refused session is on its way to the sign-in page.
  if (me.isPending || refused) return <ShellSkeleton />
  return <Outage error={me.error} onRetry={() => void me.refetch()} retrying={me.isFetching} />
}

function SignedIn({ me }: { readonly me: Me }) {
  useFocusOnNavigation()
  return (
    <MeProvider value={me}>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-70 focus:rounded-lg focus:bg-accent focus:px-3 focus:py-2 focus:font-medium focus:text-on-accent"
      >
        Skip to the content
      </a>
      <Sidebar />
      <TopBar />
      <div className="lg:pl-60">
        <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 pt-5 pb-28 sm:px-6 lg:px-8 lg:pt-7 lg:pb-12">
          <Notices />
          {/* By organization, so that nothing of one is left on a page of another. */}
          <Outlet key={me.organization.id} />
        </main>
      </div>
      <BottomBar />
    </MeProvider>
  )
}
