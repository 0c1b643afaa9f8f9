import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/parts/no-studio.tsx'
import { BookingsView } from './components/bookings-view.tsx'

export default function BookingsScreen() {
  const { studio } = useActiveStudio()
  if (!studio) return <NoStudio page="Bookings" />
  return <BookingsView studio={studio} subtitle="Manage your studio bookings and schedule" />
}
