import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { getHome } from '#access.ts'
import { meQuery } from '#lib/session/me.ts'
import { AppShell } from '../shell/app-shell.tsx'
import { GuardErrorPage, isGuardError } from './guard-error-page.tsx'
import { FullPageError, RouteError } from './route-error.tsx'

type AreaErrorBoundaryProps = {
  error: unknown
  brand?: PublicStudio | null
  /** The error title, if the user or the studio could not be loaded. */
  title?: string
}

/**
 * The error boundary of an area. It replaces only the broken page, so the sidebar stays. Without a loaded user there is no
 * sidebar. It also shows errors of guards.
 */
export function AreaErrorBoundary({ error, brand = null, title }: AreaErrorBoundaryProps) {
  const me = useQuery({ ...meQuery(), enabled: false }).data
  if (isGuardError(error)) return <GuardErrorPage error={error} />
  if (!me) return <FullPageError error={error} title={title} />
  return (
    <AppShell brand={brand}>
      <RouteError error={error} home={getHome(me)} />
    </AppShell>
  )
}
