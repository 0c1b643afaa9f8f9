import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Empty } from '../../../ui/states.tsx'
import type { Place } from '../parts/use-place.ts'

/** The first of all bookings is still to come. */
export function NoBookingsYet({ place, newBooking }: { place: Place; newBooking: ReactNode }) {
  return (
    <Empty icon={CalendarPlus} title="No Bookings Yet" action={newBooking}>
      {place.seesAll
        ? 'Sessions that clients book and time that you block appear here. Create your first booking to get started.'
        : `Your sessions at ${place.studio.name} appear here. Create your first booking to get started.`}
    </Empty>
  )
}
