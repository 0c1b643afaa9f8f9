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
  /** What could not be loaded where the person and their studio did not arrive. */
  title?: string
}

/**
 * The border of an area: a page that broke is replaced, the sidebar stays as the way on. A guard's refusal arrives here
 * too, and anyone who is not known yet has no sidebar.
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
