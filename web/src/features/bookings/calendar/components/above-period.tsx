import { DaysOffStrip } from '#features/bookings/components/days-off-strip.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { CalendarMoves } from '#features/connected-calendars/shared/calendar-moves.tsx'
import { CalendarTimes } from '#features/connected-calendars/shared/calendar-times.tsx'

type AbovePeriodProps = { context: BookingContext; range: { from: string; to: string } }

/** Days off, sessions that were moved in connected calendars, and the busy times of connected calendars, above the days of a calendar. */
export function AbovePeriod({ context, range }: AbovePeriodProps) {
  const { actor, studio, rooms, people } = context
  return (
    <>
      {context.worksAtDesk && people.length > 0 && <DaysOffStrip context={context} range={range} />}
      <CalendarMoves actor={actor} studio={studio} />
      <CalendarTimes actor={actor} studio={studio} range={range} resources={[...rooms, ...people]} />
    </>
  )
}
