import { Outlet } from 'react-router'
import { onlyWithRole } from '../guards.ts'
import { AppShell } from './app-shell.tsx'

export const clientLoader = onlyWithRole

export default function AccountLayout() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  )
}
