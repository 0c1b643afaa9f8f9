import { isRouteErrorResponse } from 'react-router'
import type { Denial } from '../guards.ts'
import { AccessDenied } from './access-denied.tsx'
import { NotFound } from './not-found.tsx'

/** Whether an error is a guard's: what it kept back is answered with a page of its own, without an area's frame. */
export const isRefusal = (error: unknown) => isRouteErrorResponse(error) && [403, 404].includes(error.status)

// Only our own guards answer 403, with a `Denial`.
const denialIn = (data: Denial): Denial => data

/** The page of a guard's refusal. */
export function Refusal({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 403) return <AccessDenied denial={denialIn(error.data)} />
  return <NotFound />
}
