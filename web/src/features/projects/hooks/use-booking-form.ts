import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { useMe } from '#features/profile/api.ts'
import { paths } from '#paths.ts'

/** The page on which the user books a session for the project's client; null if they may not. */
export function useBookingForm({ client_id }: Project): string | null {
  const { role, at_desk, studio } = useMe()
  if (role === 'client') return studio && paths.clientBookings(studio.slug)
  if (role !== 'studio_admin' && !at_desk) return null
  return paths.withOpen(paths.studioBookings, { new: 'booking', for: client_id })
}
