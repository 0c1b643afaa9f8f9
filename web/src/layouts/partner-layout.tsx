import { Outlet } from 'react-router'
import { onlyFor } from '../guards.ts'
import { AppShell } from './app-shell.tsx'

export const clientLoader = onlyFor('partner')

export default function PartnerLayout() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  )
}
