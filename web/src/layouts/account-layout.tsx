import type { Me } from '@studiohub/contract/features/profile/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { useMe } from '#features/profile/api.ts'
import { meQuery } from '#lib/session/me.ts'
import { onlyWithRole } from '../guards.ts'
import { AreaErrorBoundary } from './failures/area-error-boundary.tsx'
import { AppShell } from './shell/app-shell.tsx'

export const clientLoader = onlyWithRole

/** Clients know their studio by its branding, so their account has it as well. */
const brandOf = (me: Me | undefined) => (me?.role === 'client' ? me.studio : null)

export default function AccountLayout() {
  const me = useMe()
  return (
    <AppShell brand={brandOf(me)}>
      <Outlet />
    </AppShell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const me = useQuery({ ...meQuery(), enabled: false }).data
  return <AreaErrorBoundary error={error} brand={brandOf(me)} />
}
