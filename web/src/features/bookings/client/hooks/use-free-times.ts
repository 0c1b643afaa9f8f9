import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { useState } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useAvailability } from '../api.ts'
import { DAYS_SHOWN, findShownDay } from '../model/starts.ts'

type FreeTimesInput = {
  /** The key of a service; empty if none is chosen. */
  service: string
  minutes: number | null
  /** All of these rooms are needed; empty: any room. */
  room_ids: readonly string[]
  /** The id of the booking to move. */
  booking_id?: string
  day: string
}

/** The free times of two weeks, starting at a date that can be changed. */
export function useFreeTimes(
  { studio, today }: BookingContext,
  { service, minutes, room_ids, booking_id, day }: FreeTimesInput,
) {
  const [from, setFrom] = useState(day > today ? day : today)
  const query = useAvailability(
    service && minutes !== null
      ? {
          studio_id: studio.id,
          date: from,
          days: DAYS_SHOWN,
          service,
          minutes,
          ...(room_ids.length > 0 && { room_ids: room_ids.join(',') }),
          ...(booking_id && { booking_id }),
        }
      : null,
  )
  const days = query.data?.days
  /** Scrolls a date into the visible range. */
  const showDay = (day: string) => {
    if (day < from || day > plusDays(from, DAYS_SHOWN - 1)) setFrom(day > today ? day : today)
  }
  return { query, from, setFrom, showDay, days, shownDay: findShownDay(days, day) }
}

export type FreeTimesResult = ReturnType<typeof useFreeTimes>
