import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useBookingsBetween } from '#features/bookings/lists-api.ts'
import { groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'
import type { CheckInOfDay } from '#features/bookings/shared/presence.ts'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { useOpeningHours } from '#features/resources/bookable-api.ts'
import { QueryView } from '#ui/query-view.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { RoomTimeline } from './room-timeline.tsx'
import { TodayList } from './today-list.tsx'
import { TodaySkeleton } from './today-skeleton.tsx'

type TodayBoardProps = {
  context: BookingContext
  /** Undefined until they are loaded. */
  arrivals: readonly CheckInOfDay[] | undefined
  /** A button that checks the client in; null if it does not apply. */
  renderCheckIn: (booking: CalendarBooking) => ReactNode
  /** Not set if the user cannot book. */
  onBook?: (start: InitialBookingValues) => void
  onOpen: (id: string) => void
}

/** Today's sessions: on a wide screen a lane per room, on a phone a list. */
export function TodayBoard({ context, ...props }: TodayBoardProps) {
  const isPhone = useIsPhone()
  const { studio, today } = context
  // Includes yesterday, because its last session may end today.
  const bookings = useBookingsBetween(studio.id, { from: plusDays(today, -1), to: today })
  // Only the lanes need the hours. They load together with the sessions instead of after them.
  const hours = useOpeningHours(studio.id, !isPhone)
  const entries = useMemo(
    () => groupEntriesByDay(bookings.data?.items ?? [], { withCancelled: false }).get(today) ?? [],
    [bookings.data, today],
  )
  return (
    <QueryView
      query={bookings}
      loadingText="Loading schedule..."
      skeleton={<TodaySkeleton rooms={context.rooms} zone={studio.timezone} />}
      errorTitle="Failed to load schedule"
    >
      {() => (
        <div className="grid grid-cols-1 gap-3">
          {isPhone ? (
            <TodayList {...props} context={context} entries={entries} />
          ) : (
            <TodayLanes {...props} context={context} entries={entries} hours={hours.data} isLoading={hours.isPending} />
          )}
          <ZoneNote zone={studio.timezone} />
        </div>
      )}
    </QueryView>
  )
}

type TodayLanesProps = ComponentProps<typeof RoomTimeline> & { isLoading: boolean }

/** The lanes with their opening hours. Without the hours every session would move when they arrive. */
function TodayLanes({ isLoading, ...props }: TodayLanesProps) {
  const { context, entries } = props
  if (isLoading) return <TodaySkeleton rooms={context.rooms} />
  return (
    <>
      {entries.length === 0 && <p className="text-sm text-muted-foreground">Nothing is booked for today.</p>}
      <RoomTimeline {...props} />
    </>
  )
}
