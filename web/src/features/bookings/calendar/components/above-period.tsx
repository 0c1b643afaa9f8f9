import { DaysOffStrip } from '#features/bookings/components/days-off-strip.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { CalendarTimes } from '#features/connected-calendars/shared/calendar-times.tsx'

type AbovePeriodProps = { context: BookingContext; range: { from: string; to: string } }

/** Days off and the busy times of connected calendars, above the days of a calendar. */
export function AbovePeriod({ context, range }: AbovePeriodProps) {
  const { actor, studio, rooms, people } = context
  return (
    <>
      {context.worksAtDesk && people.length > 0 && <DaysOffStrip context={context} range={range} />}
      <CalendarTimes actor={actor} studio={studio} range={range} resources={[...rooms, ...people]} />
    </>
  )
}
