import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/states.tsx'

const title = 'No Bookings Yet'
const explanation = 'Sessions that clients book and time that you block appear here. '
const hint = 'Create your first booking to get started.'

/** Empty state before the first booking. */
export function NoBookingsYet({ newBooking }: { newBooking: ReactNode }) {
  return (
    <EmptyState icon={CalendarPlus} title={title} action={newBooking}>
      {explanation}
      {hint}
    </EmptyState>
  )
}

/** The same in one line above a calendar, whose page has the button for a new booking. */
export function NoBookingsYetLine() {
  return (
    <div className="flex min-h-14 items-center gap-3 rounded-md border border-dashed border-border px-4 py-2 text-sm">
      <CalendarPlus aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-muted-foreground">
          <span className="max-md:hidden">{explanation}</span>
          {hint}
        </p>
      </div>
    </div>
  )
}
