import { lazy, Suspense } from 'react'
import { isRouteErrorResponse } from 'react-router'
import type { Denial } from '#guards.ts'
import { WaitingScreen } from '#ui/spinner.tsx'
import { NotFound } from './not-found.tsx'

// It can join a studio, so it calls the API; the sign-in pages do not.
const AccessDenied = lazy(() => import('./access-denied.tsx').then((module) => ({ default: module.AccessDenied })))

/** Whether an error is a guard's: what it kept back is answered with a page of its own, without an area's frame. */
export const isRefusal = (error: unknown) => isRouteErrorResponse(error) && [403, 404].includes(error.status)

// Only our own guards answer 403, with a `Denial`.
const denialIn = (data: Denial): Denial => data

/** The page of a guard's refusal. */
export function Refusal({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error) || error.status !== 403) return <NotFound />
  return (
    <Suspense fallback={<WaitingScreen>Loading...</WaitingScreen>}>
      <AccessDenied denial={denialIn(error.data)} />
    </Suspense>
  )
}
