import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { onAnotherPage } from '../access.ts'
import { useActiveStudio } from '../features/profile/api.ts'
import { onlyFor } from '../guards.ts'
import { AppShell } from './app-shell.tsx'
import { AreaFailure } from './area-failure.tsx'

const PlanBanner = lazy(async () => ({
  default: (await import('../features/subscriptions/components/plan-banner.tsx')).PlanBanner,
}))

export const clientLoader = onlyFor('studio_admin')
export const shouldRevalidate = onAnotherPage

export default function StudioLayout() {
  return (
    <AppShell>
      <Plan />
      <Outlet />
    </AppShell>
  )
}

/** What the plan has to say comes after the page; most of the time it says nothing. */
function Plan() {
  const { studio } = useActiveStudio()
  return <Suspense fallback={null}>{studio && <PlanBanner studio_id={studio.id} />}</Suspense>
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <AreaFailure error={error} />
}
