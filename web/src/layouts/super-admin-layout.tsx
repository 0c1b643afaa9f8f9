import { Outlet } from 'react-router'
import { revalidateOnPathChange } from '../access.ts'
import { onlyFor } from '../guards.ts'
import { AreaErrorBoundary } from './failures/area-error-boundary.tsx'
import { AppShell } from './shell/app-shell.tsx'

export const clientLoader = onlyFor('super_admin')
export const shouldRevalidate = revalidateOnPathChange

export default function SuperAdminLayout() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <AreaErrorBoundary error={error} />
}
