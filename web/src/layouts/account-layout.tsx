import { Outlet } from 'react-router'
import { onlyWithRole } from '../guards.ts'
import { AreaErrorBoundary } from './failures/area-error-boundary.tsx'
import { AppShell } from './shell/app-shell.tsx'

export const clientLoader = onlyWithRole

export default function AccountLayout() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <AreaErrorBoundary error={error} />
}
