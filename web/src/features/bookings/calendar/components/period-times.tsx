import { DaysOffStrip } from '#features/bookings/components/days-off-strip.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { CalendarTimes } from '#features/connected-calendars/shared/calendar-times.tsx'

type PeriodTimesProps = { context: BookingContext; range: { from: string; to: string } }

/** Days off, and busy times of connected calendars. */
export function PeriodTimes({ context, range }: PeriodTimesProps) {
  const { actor, studio, rooms, people } = context
  return (
    <>
      {context.worksAtDesk && people.length > 0 && <DaysOffStrip context={context} range={range} />}
      <CalendarTimes actor={actor} studio={studio} range={range} resources={[...rooms, ...people]} />
    </>
  )
}
