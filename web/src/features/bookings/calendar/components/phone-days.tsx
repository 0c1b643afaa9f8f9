import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { isClosedOn } from '#features/bookings/model/free-time.ts'
import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'
import { useOpeningHours } from '#features/resources/bookable-api.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { getDays } from '../model/periods.ts'
import { getChosenDay, type UrlState } from '../model/view-in-url.ts'
import { Agenda } from './agenda.tsx'
import { DayPicker } from './day-picker.tsx'

type PhoneDaysProps = {
  context: BookingContext
  urlState: UrlState
  days: ReadonlyMap<string, readonly CalendarEntry[]>
  isWaiting: boolean
  onNavigate: (part: Partial<UrlState>) => void
  onOpen: (id: string) => void
}

/** The calendar on phones: a month or week to choose a day in, and the agenda of that day. */
export function PhoneDays({ context, urlState, days, isWaiting, onNavigate, onOpen }: PhoneDaysProps) {
  const { view } = urlState
  const { data: hours } = useOpeningHours(context.studio.id)
  const isClosed = (day: string) => hours !== undefined && isClosedOn(hours, day)
  const chosenDay = getChosenDay(urlState, context.today)
  return (
    <>
      {view !== 'day' && (
        <DayPicker
          context={context}
          urlState={urlState}
          chosenDay={chosenDay}
          days={days}
          isClosed={isClosed}
          onNavigate={onNavigate}
        />
      )}
      {isWaiting ? (
        <SkeletonRows />
      ) : (
        <Agenda
          context={context}
          listedDays={getListedDays(urlState, context)}
          days={days}
          isClosed={isClosed}
          withHeadings={view !== 'day'}
          onOpen={onOpen}
        />
      )}
    </>
  )
}

/** The days of the agenda: the chosen day; in a week, also the later days of that week. */
export function getListedDays(urlState: UrlState, { studio, today }: BookingContext): string[] {
  const chosenDay = getChosenDay(urlState, today)
  if (urlState.view !== 'week') return [chosenDay]
  return getDays('week', chosenDay, studio.week_starts_on).filter((day) => day >= chosenDay)
}
