import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { isClosedOn } from '#features/bookings/model/free-time.ts'
import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'
import { useOpeningHours } from '#features/resources/bookable-api.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { useAgendaGaps } from '../hooks/use-agenda-gaps.ts'
import { getListedDays } from '../model/listed-days.ts'
import { getChosenDay, type UrlState } from '../model/view-in-url.ts'
import { Agenda } from './agenda.tsx'
import { DayPicker } from './day-picker.tsx'

type PhoneDaysProps = {
  context: BookingContext
  urlState: UrlState
  days: ReadonlyMap<string, readonly CalendarEntry[]>
  isWaiting: boolean
  onNavigate: (part: Partial<UrlState>) => void
  onBook: (start: InitialBookingValues) => void
  onOpen: (id: string) => void
}

/** The calendar on phones: a month or week to choose a day in, and the agenda of that day. */
export function PhoneDays({ context, urlState, days, isWaiting, onNavigate, onBook, onOpen }: PhoneDaysProps) {
  const { view } = urlState
  const { data: hours } = useOpeningHours(context.studio.id)
  const isClosed = (day: string) => hours !== undefined && isClosedOn(hours, day)
  const chosenDay = getChosenDay(urlState, context.today)
  const listedDays = getListedDays(urlState, context)
  const findGaps = useAgendaGaps(context, urlState, { from: chosenDay, to: listedDays.at(-1) ?? chosenDay })
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
          listedDays={listedDays}
          days={days}
          isClosed={isClosed}
          findGaps={findGaps}
          withHeadings={view !== 'day'}
          onBook={onBook}
          onOpen={onOpen}
        />
      )}
    </>
  )
}
