import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { ClientBookings } from './client/components/client-bookings.tsx'

const BookedSession = lazy(async () => ({
  default: (await import('./client/components/booked-session.tsx')).BookedSession,
}))

/** A client's bookings; with `?booked=` the page about the booking that was just made. */
export default function ClientBookingsScreen() {
  const { studio } = useActiveStudio()
  const [params] = useSearchParams()
  const booked = params.get('booked')
  if (!studio) return <NoStudio page="Bookings" />
  if (!booked) return <ClientBookings studio={studio} />
  return (
    <Suspense fallback={<SkeletonRows />}>
      <BookedSession key={booked} id={booked} studio={studio} />
    </Suspense>
  )
}
