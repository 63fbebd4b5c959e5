// All addresses of the dashboard. Pages are loaded when they are opened.
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { z } from 'zod'
import { requestQuery } from './api/schemas.ts'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { Shell } from './shell/shell.tsx'
import { ErrorState, SkeletonLines } from './ui/states.tsx'

const text = z.string().max(500).optional().catch(undefined)

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: z.object({ next: text, expired: z.enum(['yes', 'unsaved']).optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('./pages/accounts/sign-in-page.tsx'), 'SignInPage'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: z.object({ next: text, invitation: text }),
  component: lazyRouteComponent(() => import('./pages/accounts/sign-up-page.tsx'), 'SignUpPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/accounts/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: z.object({ token: text }),
  component: lazyRouteComponent(() => import('./pages/accounts/reset-password-page.tsx'), 'ResetPasswordPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation/$id',
  component: lazyRouteComponent(() => import('./pages/accounts/invitation-page.tsx'), 'InvitationPage'),
})

const app = createRoute({ getParentRoute: () => root, id: 'app', component: Shell })

const overview = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
})

const overviewAlias = createRoute({
  getParentRoute: () => root,
  path: '/overview',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

const catalog = createRoute({
  getParentRoute: () => app,
  path: '/catalog',
  validateSearch: z.object({ q: text, tag: text }),
  component: lazyRouteComponent(() => import('./pages/catalog/catalog-page.tsx'), 'CatalogPage'),
})

const OperationPage = lazyRouteComponent(() => import('./pages/catalog/operation-page.tsx'), 'OperationPage')

const operation = createRoute({
  getParentRoute: () => app,
  path: '/catalog/$slug',
  component: function Operation() {
    const { slug } = operation.useParams()
    return <OperationPage key={slug} slug={slug} />
  },
})

// A filter that does not parse falls out of the address, alone.
const filter = requestQuery.shape
const requests = createRoute({
  getParentRoute: () => app,
  path: '/requests',
  validateSearch: z.object({
    operation: filter.operation.catch(undefined),
    status: filter.status.catch(undefined),
    code: filter.code.catch(undefined),
    key: filter.key.catch(undefined),
    from: filter.from.catch(undefined),
    to: filter.to.catch(undefined),
    /** Request id whose detail is open. */
    request: text,
  }),
  component: lazyRouteComponent(() => import('./pages/requests/requests-page.tsx'), 'RequestsPage'),
})

const status = createRoute({
  getParentRoute: () => app,
  path: '/status',
  component: lazyRouteComponent(() => import('./pages/status/status-page.tsx'), 'StatusPage'),
})

const connect = createRoute({
  getParentRoute: () => app,
  path: '/connect',
  component: lazyRouteComponent(() => import('./pages/connect/connect-page.tsx'), 'ConnectPage'),
})

const keys = createRoute({
  getParentRoute: () => app,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
})

const members = createRoute({
  getParentRoute: () => app,
  path: '/members',
  component: lazyRouteComponent(() => import('./pages/members/members-page.tsx'), 'MembersPage'),
})

const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
})

const routeTree = root.addChildren([
  signIn,
  signUp,
  forgotPassword,
  resetPassword,
  invitation,
  overviewAlias,
  app.addChildren([overview, catalog, operation, requests, status, connect, keys, members, settings]),
])

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // Plain strings in the address: `?status=200`, never JSON.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch,
    defaultPendingComponent: () => <SkeletonLines lines={6} label="Loading the page" />,
    defaultErrorComponent: PageFault,
  })
}

function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

function PageFault({ error, reset }: ErrorComponentProps) {
  return (
    <div className="p-4">
      <ErrorState error={error} title="This page could not be shown" onRetry={reset} />
    </div>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
