import { Outlet } from 'react-router'
import { onlyFor } from '../guards.ts'
import { AppShell } from './app-shell.tsx'

export const clientLoader = onlyFor('staff')

export default function StaffLayout() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  )
}
