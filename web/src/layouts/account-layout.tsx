import { Outlet } from 'react-router'
import { onlyWithRole } from '../guards.ts'
import { AreaFailure } from './failures/area-failure.tsx'
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
  return <AreaFailure error={error} />
}
