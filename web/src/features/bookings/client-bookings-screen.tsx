import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { ClientBookings } from './client/components/client-bookings.tsx'

export default function ClientBookingsScreen() {
  const { studio } = useActiveStudio()
  return studio ? <ClientBookings studio={studio} /> : <NoStudio page="Bookings" />
}
