import { Outlet } from 'react-router'
import { revalidateOnPathChange } from '../access.ts'
import { onlyFor } from '../guards.ts'

export const clientLoader = onlyFor('studio_admin')
export const shouldRevalidate = revalidateOnPathChange

/** Pages of a studio that crew at the desk do not see. */
export default function StudioAdminGate() {
  return <Outlet />
}
