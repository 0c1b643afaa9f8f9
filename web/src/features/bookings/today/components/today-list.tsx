import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { ReactNode } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { isOwnSession } from '#features/bookings/model/schedule.ts'
import { type CalendarEntry, getEntryResources } from '#features/bookings/shared/day-entries.ts'
import { getEntryStyle } from '#features/bookings/shared/status.tsx'
import { entryLabel, entryTimes, formatRooms } from '#features/bookings/shared/wording.ts'
import { formatTimeOf } from '#lib/page/time.ts'
import { cx } from '#ui/cx.ts'
import { type Arrival, getPresence, needsAttention, presenceText } from '../model/presence.ts'
import { OwnMark } from './own-mark.tsx'

type TodayListProps = {
  context: BookingContext
  entries: readonly CalendarEntry[]
  arrivals: readonly Arrival[]
  renderCheckIn: (booking: CalendarBooking) => ReactNode
  onOpen: (id: string) => void
}

/** Today's sessions by time, one row each. */
export function TodayList({ context, entries, arrivals, renderCheckIn, onOpen }: TodayListProps) {
  if (entries.length === 0) {
    return (
      <p className="rounded-md border border-dashed border-border px-4 py-8 text-center text-sm text-muted-foreground">
        Nothing is booked for today.
      </p>
    )
  }
  return (
    <ul aria-label="Today" className="grid divide-y divide-border rounded-md border border-border bg-card">
      {entries.map((entry) => {
        const presence = getPresence(entry.booking, arrivals, context.now)
        const { ink, icon: Icon, word } = getEntryStyle(entry)
        const state = presenceText(presence, formatTimeOf(context.studio.timezone)) || word
        const isOwn = isOwnSession(entry.booking, context.people, context.actor.user_id)
        const rooms = formatRooms({ resources: getEntryResources(entry) })
        return (
          <li key={entry.key} className="flex min-h-14 items-center gap-3 px-3 py-2">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(entry.booking.id)}
              className="grid min-w-0 grow text-left"
            >
              <span className="flex min-w-0 items-center gap-1.5 text-sm font-medium">
                <Icon aria-hidden className={cx('size-4 shrink-0', ink)} />
                <span className="truncate">{entry.booking.client_name ?? entryLabel(entry, context.services)}</span>
              </span>
              <span className="truncate text-xs text-muted-foreground tabular-nums">
                {[entryTimes(entry), rooms].filter(Boolean).join(' · ')}
              </span>
              <span className={cx('text-xs', needsAttention(presence) ? 'text-pending' : 'text-muted-foreground')}>
                {state}
                {isOwn && (
                  <>
                    {' '}
                    <OwnMark />
                  </>
                )}
              </span>
            </button>
            {renderCheckIn(entry.booking)}
          </li>
        )
      })}
    </ul>
  )
}
