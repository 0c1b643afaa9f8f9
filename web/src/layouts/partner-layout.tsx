import { Outlet } from 'react-router'
import { onlyFor } from '../guards.ts'
import { AppShell } from './app-shell.tsx'
import { AreaFailure } from './area-failure.tsx'

export const clientLoader = onlyFor('partner')

export default function PartnerLayout() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <AreaFailure error={error} />
}
