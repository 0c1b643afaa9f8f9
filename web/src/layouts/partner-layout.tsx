import { Outlet } from 'react-router'
import { onlyFor } from '../guards.ts'
import { AreaErrorBoundary } from './failures/area-error-boundary.tsx'
import { AppShell } from './shell/app-shell.tsx'

export const clientLoader = onlyFor('partner')

export default function PartnerLayout() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <AreaErrorBoundary error={error} />
}
