import { Outlet } from 'react-router'
import { revalidateOnPathChange } from '../access.ts'
import { onlyFor } from '../guards.ts'

export const clientLoader = onlyFor('studio_admin')
export const shouldRevalidate = revalidateOnPathChange

/** Pages of a studio that only its admins may see, not crew at the desk. */
export default function StudioAdminGate() {
  return <Outlet />
}
