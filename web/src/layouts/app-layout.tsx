import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { queryClient } from '../lib/server/query-client.ts'
import { Toaster } from '../ui/toast.tsx'
import { GuardErrorPage, isGuardError } from './failures/guard-error-page.tsx'
import { FullPageError } from './failures/route-error.tsx'
import { ConnectionNotice } from './shell/connection-notice.tsx'
import { StepUpGate } from './shell/step-up-gate.tsx'
import { useSessionWatch } from './shell/use-session-watch.ts'

/** Layout of all pages except the public ones: query client, toasts and session watch. */
export default function AppLayout() {
  return (
    <Providers>
      <Outlet />
    </Providers>
  )
}

/** Catches errors that no nearer boundary handles, such as those of guards outside an area. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Providers>{isGuardError(error) ? <GuardErrorPage error={error} /> : <FullPageError error={error} />}</Providers>
  )
}

function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionWatch>{children}</SessionWatch>
      <StepUpGate />
      <ConnectionNotice />
      <Toaster />
    </QueryClientProvider>
  )
}

function SessionWatch({ children }: { children: ReactNode }) {
  useSessionWatch()
  const { state } = useNavigation()
  return (
    <>
      {state === 'loading' && <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-primary" />}
      {children}
    </>
  )
}
