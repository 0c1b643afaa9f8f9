import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { Outlet, useLoaderData } from 'react-router'
import { revalidateOnPathChange } from '../access.ts'
import { onlyClientsOfStudio } from '../guards.ts'
import { AreaErrorBoundary } from './failures/area-error-boundary.tsx'
import { AppShell } from './shell/app-shell.tsx'

export const clientLoader = onlyClientsOfStudio
export const shouldRevalidate = revalidateOnPathChange

/** The client pages of a studio, with its branding. */
export default function ClientLayout() {
  const { studio } = useLoaderData<typeof clientLoader>()
  return (
    <AppShell brand={studio}>
      <Outlet />
    </AppShell>
  )
}

type ErrorBoundaryProps = { error: unknown; loaderData?: { studio: PublicStudio } | undefined }

export function ErrorBoundary({ error, loaderData }: ErrorBoundaryProps) {
  return <AreaErrorBoundary error={error} brand={loaderData?.studio ?? null} title="Error loading studio" />
}
