import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/states.tsx'

/** Empty state before the first booking. */
export function NoBookingsYet({ newBooking }: { newBooking: ReactNode }) {
  return (
    <EmptyState icon={CalendarPlus} title="No Bookings Yet" action={newBooking}>
      Sessions that clients book and time that you block appear here. Create your first booking to get started.
    </EmptyState>
  )
}
