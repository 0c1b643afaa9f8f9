import { canSeeCalendarTimes } from '@studiohub/contract/features/connected-calendars/policy.ts'
import { useCallback } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import type { Lane } from '#features/bookings/model/lanes.ts'
import { useCalendarTimes } from '#features/connected-calendars/api.ts'
import { type BusyTime, findBusyTimes } from '../model/busy-times.ts'

/** Finds when the room of a lane is busy in connected calendars; never for clients. */
export function useBusyTimes(context: BookingContext, range: { from: string; to: string }): (lane: Lane) => BusyTime[] {
  const { studio, actor } = context
  const { data } = useCalendarTimes(studio.id, range, canSeeCalendarTimes(actor, studio.id))
  return useCallback((lane) => findBusyTimes(data ?? [], lane, studio.timezone), [data, studio.timezone])
}
