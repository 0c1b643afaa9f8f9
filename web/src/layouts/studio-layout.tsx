import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { revalidateOnPathChange } from '../access.ts'
import { useActiveStudio } from '../features/profile/api.ts'
import { noStudioHelp } from '../features/studios/components/no-studio.tsx'
import { PlanBanner } from '../features/subscriptions/components/plan-banner.tsx'
import { onlyAtDesk } from '../guards.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.tsx'
import { AreaErrorBoundary } from './failures/area-error-boundary.tsx'
import { AppShell } from './shell/app-shell.tsx'

export const clientLoader = onlyAtDesk
export const shouldRevalidate = revalidateOnPathChange

export default function StudioLayout() {
  return (
    <AppShell>
      <StudioNotices />
      <Outlet />
    </AppShell>
  )
}

/** The plan banner is for admins. People without a studio get a toast once. */
function StudioNotices() {
  const { studio, me } = useActiveStudio()
  const isAdmin = me.role === 'studio_admin'
  const hasStudio = studio !== null
  useEffect(() => {
    if (!hasStudio) toast.error({ title: 'No studio assigned', description: noStudioHelp })
  }, [hasStudio])
  return studio && isAdmin && <PlanBanner studio_id={studio.id} timezone={studio.timezone} />
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const { pathname } = useLocation()
  const isSettings = pathname.startsWith(paths.studioSettings)
  return <AreaErrorBoundary error={error} title={isSettings ? 'Error loading settings' : 'Error loading studio'} />
}
