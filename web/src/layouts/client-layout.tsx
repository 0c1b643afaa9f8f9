import { Outlet, useLoaderData } from 'react-router'
import { onlyClientsOfStudio } from '../guards.ts'
import { AppShell } from './app-shell.tsx'

export const clientLoader = onlyClientsOfStudio

/** A studio's own pages for its clients, under its own brand. */
export default function ClientLayout() {
  const { studio } = useLoaderData<typeof clientLoader>()
  return (
    <AppShell brand={studio}>
      <Outlet />
    </AppShell>
  )
}
