import { reservesTime } from '@studiohub/contract/features/bookings/rules.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { toMinutes } from '@studiohub/contract/shared/opening-hours.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { countFilters } from '#features/bookings/model/filters.ts'
import { getOpenTimes } from '#features/bookings/model/room-hours.ts'
import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'
import { useOpeningHours } from '#features/resources/bookable-api.ts'
import { type AgendaGap, findAgendaGaps } from '../model/agenda-gaps.ts'
import type { UrlState } from '../model/view-in-url.ts'
import { useBusyTimes } from './use-busy-times.ts'

/** Finds the free times of a day that the user can book. There are none while filters hide other bookings. */
export function useAgendaGaps(context: BookingContext, { filters }: UrlState, range: { from: string; to: string }) {
  const { data: hours } = useOpeningHours(context.studio.id)
  const getBusyTimes = useBusyTimes(context, range)
  const rooms = context.rooms.filter(({ id }) => filters.room === '' || id === filters.room)
  const nowMinute = toMinutes(localAt(context.now.toISOString(), context.studio.timezone).time)
  return (day: string, entries: readonly CalendarEntry[]): AgendaGap[] => {
    if (!context.worksAtDesk || day < context.today || countFilters(filters, 'room') > 0) return []
    return findAgendaGaps({
      day,
      rooms,
      entries: entries.filter(({ booking }) => reservesTime(booking.status)),
      getOpenTimes: (lane) => (hours ? getOpenTimes(lane, hours) : []),
      getBusyTimes,
      earliest: day === context.today ? nowMinute : 0,
    })
  }
}
