import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, Outlet, useNavigation } from 'react-router'
import type { Denial } from '../guards.ts'
import { queryClient } from '../lib/query-client.ts'
import { Toaster } from '../ui/toast.tsx'
import { AccessDenied } from './access-denied.tsx'
import { NotFound } from './not-found.tsx'
import { RootFailure } from './root-failure.tsx'
import { useSessionWatch } from './use-session-watch.ts'

/** Everything that is no public page: queries, toasts, and one watch over the session. */
export default function AppLayout() {
  return (
    <Providers>
      <Outlet />
    </Providers>
  )
}

/** A guard's refusals arrive here, in place of whatever they kept back. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return <Providers>{refusalScreen(error)}</Providers>
}

function refusalScreen(error: unknown) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  if (isRouteErrorResponse(error) && error.status === 403) return <AccessDenied denial={denialIn(error.data)} />
  return <RootFailure error={error} />
}

// Only our own guards answer 403, with a `Denial`.
const denialIn = (data: Denial): Denial => data

function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Watched>{children}</Watched>
      <Toaster />
    </QueryClientProvider>
  )
}

function Watched({ children }: { children: ReactNode }) {
  useSessionWatch()
  const { state } = useNavigation()
  return (
    <>
      {state === 'loading' && <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-primary" />}
      {children}
    </>
  )
}
