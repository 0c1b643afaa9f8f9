import { lazy, Suspense } from 'react'
import { isRouteErrorResponse } from 'react-router'
import type { Denial } from '#guards.ts'
import { LoadingScreen } from '#ui/spinner.tsx'
import { NotFound } from './not-found.tsx'

// Loaded on demand, because it calls the API, which the sign-in pages do not load.
const AccessDenied = lazy(() => import('./access-denied.tsx').then((module) => ({ default: module.AccessDenied })))

/** Whether a guard threw this error. Such an error has its own page, without the area's frame. */
export const isGuardError = (error: unknown) => isRouteErrorResponse(error) && [403, 404].includes(error.status)

// Only our guards respond with 403, and always with a `Denial`.
const readDenial = (data: Denial): Denial => data

/** The page for an error of a guard. */
export function GuardErrorPage({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status !== 403) return <NotFound />
  return (
    <Suspense fallback={<LoadingScreen>Loading...</LoadingScreen>}>
      <AccessDenied denial={readDenial(error.data)} />
    </Suspense>
  )
}
