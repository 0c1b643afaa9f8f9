import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { SessionTimes } from '@studiohub/contract/features/bookings/rules.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { useState } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useChangeBooking } from '#features/bookings/hooks/use-change-booking.ts'
import { type Alternative, readAlternatives } from '#features/bookings/model/alternatives.ts'
import { moveStart } from '#features/bookings/model/free-time.ts'
import type { Lane } from '#features/bookings/model/lanes.ts'
import { hasSameTimes, moveSession, resizeSession } from '#features/bookings/model/moves.ts'
import type { DragSource, DropTarget } from '../model/drag.ts'

type FailedMove = {
  booking: CalendarBooking
  times: SessionTimes
  error: unknown
  alternatives: readonly Alternative[]
}
type BookingDragSource = Exclude<DragSource, { kind: 'create' }>

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Moves bookings optimistically. After a conflict it offers the nearest free times. */
export function useMoveBookings(context: BookingContext) {
  const change = useChangeBooking()
  const [failedMove, setFailedMove] = useState<FailedMove | null>(null)

  const send = (booking: CalendarBooking, times: SessionTimes, room_id: string | null) => {
    const room = context.rooms.find(({ id }) => id === room_id)
    const others = booking.resources.filter(({ kind }) => kind !== 'room')
    setFailedMove(null)
    const input = {
      booking,
      change: { ...times, ...(room && { room_id: room.id }) },
      preview: { ...times, ...(room && { resources: [{ id: room.id, name: room.name, kind: room.kind }, ...others] }) },
    }
    change
      .mutateAsync(input)
      .catch((error: unknown) => setFailedMove({ booking, times, error, alternatives: readAlternatives(error) }))
  }

  return {
    failedMove,
    dismissError: () => setFailedMove(null),
    /** @param from the lane where the drag started */
    dropBooking(
      { kind, block }: BookingDragSource,
      { lane, ...to }: Omit<DropTarget, 'lane'> & { lane: Lane },
      from: Lane | undefined,
    ) {
      if (!from) return
      const { booking } = block.entry
      const [startShift, endShift] = [to.from - block.from, to.to - block.to]
      const shift = { days: daysBetween(from.day, lane.day), minutes: startShift }
      const times =
        kind === 'move'
          ? moveSession(booking, shift)
          : resizeSession(booking, kind, kind === 'end' ? endShift : startShift)
      const isOtherRoom = kind === 'move' && lane.room !== null && lane.room.id !== from.room?.id
      if (!hasSameTimes(times, booking) || isOtherRoom)
        send(booking, times, isOtherRoom && lane.room ? lane.room.id : null)
    },
    /** Moves the booking to one of the free times. */
    moveToAlternative({ booking, times }: FailedMove, { booking_date, start_time, room_id }: Alternative) {
      const isSameRoom = booking.resources.some(({ id }) => id === room_id)
      send(booking, { booking_date, ...moveStart(start_time, times) }, isSameRoom ? null : room_id)
    },
  }
}

export type BookingMover = ReturnType<typeof useMoveBookings>
