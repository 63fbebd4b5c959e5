import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { instanceQuery, meQuery, usageQuery } from './data/queries.ts'
import { createQueryClient } from './data/query-client.ts'
import { hasUnsaved } from './data/unsaved.ts'
import { createAppRouter } from './router.tsx'
import { ToastProvider } from './ui/toast.tsx'

const router = createAppRouter()

/** Pages for whoever is not signed in; before-paint.js knows them as well. */
const WITHOUT_SESSION = /^\/(?:sign-in|sign-up|forgot-password|reset-password|invitation\/)/

/** Any refused call leads to the sign-in page and, after it, back to where the user was. */
function onSessionEnd(): void {
  const { pathname, href } = router.state.location
  if (WITHOUT_SESSION.test(pathname)) return
  const wasSignedIn = queryClient.getQueryData(meQuery.queryKey) !== undefined
  const expired = hasUnsaved() ? 'unsaved' : 'yes'
  void router.navigate({
    to: '/sign-in',
    search: { ...(href !== '/' && { next: href }), ...(wasSignedIn && { expired }) },
    replace: true,
  })
}

const queryClient = createQueryClient(onSessionEnd)

/** Asks for what the frame of every page shows, without waiting for the page. Before anyone is signed in there is no frame. */
export function askAhead(): void {
  if (WITHOUT_SESSION.test(window.location.pathname)) return
  void queryClient.prefetchQuery(meQuery)
  void queryClient.prefetchQuery(usageQuery)
  void queryClient.prefetchQuery(instanceQuery)
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  )
}
