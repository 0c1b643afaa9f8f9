import { Outlet } from 'react-router'
import { onlyWithRole } from '../guards.ts'
import { AppShell } from './app-shell.tsx'
import { AreaFailure } from './area-failure.tsx'

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
