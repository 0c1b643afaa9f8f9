import { Outlet } from 'react-router'
import { onAnotherPage } from '../access.ts'
import { onlyFor } from '../guards.ts'
import { AreaFailure } from './failures/area-failure.tsx'
import { AppShell } from './shell/app-shell.tsx'

export const clientLoader = onlyFor('staff')
export const shouldRevalidate = onAnotherPage

export default function StaffLayout() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <AreaFailure error={error} />
}
