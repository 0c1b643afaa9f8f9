import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { type DateRange, useDaysOffIn } from '#features/bookings/hooks/use-days-off-in.ts'

type DaysOffStripProps = { context: BookingContext; range: DateRange }

/** The people who have days off in the range; renders nothing if there are none. Only for the desk of a studio with people. */
export function DaysOffStrip({ context, range }: DaysOffStripProps) {
  const daysOff = useDaysOffIn(context, range)
  if (daysOff.length === 0) return null
  return (
    <ul aria-label="Unavailable" className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 max-md:text-sm">
      {daysOff.map(({ id, name, text }) => (
        <li key={id}>
          <span className="font-medium text-foreground">{name}</span>{' '}
          <span className="text-muted-foreground">off {text}</span>
        </li>
      ))}
    </ul>
  )
}
