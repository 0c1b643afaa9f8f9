import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { BookingsView } from './overview/components/bookings-view.tsx'

export default function BookingsScreen() {
  const { studio } = useActiveStudio()
  if (!studio) return <NoStudio page="Bookings" />
  return <BookingsView studio={studio} subtitle="Manage your studio bookings and schedule" />
}
