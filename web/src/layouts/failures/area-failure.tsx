import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { homeOf } from '#access.ts'
import { meQuery } from '#lib/session/me.ts'
import { AppShell } from '../shell/app-shell.tsx'
import { isRefusal, Refusal } from './refusal.tsx'
import { RouteFailure, WholePageFailure } from './route-failure.tsx'

type AreaFailureProps = {
  error: unknown
  brand?: PublicStudio | null
  /** The error title, if the user or the studio could not be loaded. */
  title?: string
}

/**
 * Error boundary of an area: replaces a broken page and leaves the sidebar. Errors of guards arrive here too. Without a
 * loaded user there is no sidebar.
 */
export function AreaFailure({ error, brand = null, title }: AreaFailureProps) {
  const me = useQuery({ ...meQuery(), enabled: false }).data
  if (isRefusal(error)) return <Refusal error={error} />
  if (!me) return <WholePageFailure error={error} title={title} />
  return (
    <AppShell brand={brand}>
      <RouteFailure error={error} home={homeOf(me)} />
    </AppShell>
  )
}
