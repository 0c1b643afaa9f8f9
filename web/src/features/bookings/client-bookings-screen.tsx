import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/parts/no-studio.tsx'
import { BookingsView } from './components/bookings-view.tsx'

export default function ClientBookingsScreen() {
  const { studio } = useActiveStudio()
  if (!studio) return <NoStudio page="Bookings" />
  return (
    <BookingsView studio={studio} owner={studio.name} subtitle={`Book time at ${studio.name} and see your sessions`} />
  )
}
