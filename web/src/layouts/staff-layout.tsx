import { Outlet } from 'react-router'
import { onAnotherPage } from '../access.ts'
import { onlyFor } from '../guards.ts'
import { AppShell } from './app-shell.tsx'
import { AreaFailure } from './area-failure.tsx'

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
