import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { meQuery } from './data/queries.ts'
import { createQueryClient } from './data/query-client.ts'
import { createAppRouter } from './router.tsx'
import { ToastProvider } from './ui/toast.tsx'

const router = createAppRouter()

/** Any refused call leads to the sign-in page and, after it, back to where the user was. */
function onSessionEnd(): void {
  const { pathname, href } = router.state.location
  if (pathname === '/sign-in' || pathname === '/sign-up' || pathname.startsWith('/invitation/')) return
  const expired = queryClient.getQueryData(meQuery.queryKey) !== undefined
  void router.navigate({
    to: '/sign-in',
    search: { ...(href !== '/' && { next: href }), ...(expired && { expired: 'yes' as const }) },
    replace: true,
  })
}

const queryClient = createQueryClient(onSessionEnd)

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  )
}
