import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { ComponentProps, ReactNode } from 'react'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import type { CheckInOfDay } from '#features/bookings/shared/presence.ts'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { useOpeningHours } from '#features/resources/bookable-api.ts'
import { QueryView } from '#ui/query-view.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { useTodayEntries } from '../hooks/use-today-entries.ts'
import { EmptyDay, emptyDayText } from './empty-day.tsx'
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
  const { studio } = context
  const { bookings, entries } = useTodayEntries(context)
  // Only the lanes need the hours. They load together with the sessions instead of after them.
  const hours = useOpeningHours(studio.id, !isPhone)
  const isEmpty = entries.length === 0
  const hasEmptyLanes = isEmpty && !isPhone && props.onBook !== undefined
  return (
    <QueryView
      query={bookings}
      loadingText="Loading schedule..."
      skeleton={<TodaySkeleton rooms={context.rooms} zone={studio.timezone} />}
      errorTitle="Failed to load schedule"
    >
      {() => (
        <div className="grid grid-cols-1 gap-3">
          {isEmpty && !hasEmptyLanes && <EmptyDay />}
          {isPhone ? (
            <TodayList {...props} context={context} entries={entries} />
          ) : (
            <TodayLanes {...props} context={context} entries={entries} hours={hours.data} isLoading={hours.isPending} />
          )}
          {/* Not where no time is shown. */}
          {(!isEmpty || hasEmptyLanes) && (
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 empty:hidden">
              {hasEmptyLanes && <p className="text-sm text-muted-foreground">{emptyDayText}</p>}
              <ZoneNote zone={studio.timezone} />
            </div>
          )}
        </div>
      )}
    </QueryView>
  )
}

type TodayLanesProps = ComponentProps<typeof RoomTimeline> & { isLoading: boolean }

/**
 * The lanes with their opening hours. Without the hours every session would move when they arrive. On an empty day they are only
 * for people who can book the free time.
 */
function TodayLanes({ isLoading, ...props }: TodayLanesProps) {
  const { context, entries, onBook } = props
  if (entries.length === 0 && !onBook) return null
  if (isLoading) return <TodaySkeleton rooms={context.rooms} day={entries.length === 0 ? 'empty' : 'open'} />
  return <RoomTimeline {...props} />
}
