import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { type ReactNode, useState } from 'react'
import { EndedSessionsButton } from '#features/bookings/components/ended-sessions-button.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { isOwnSession } from '#features/bookings/model/schedule.ts'
import { type CalendarEntry, getEntryResources } from '#features/bookings/shared/day-entries.ts'
import {
  type CheckInOfDay,
  describePresenceBriefly,
  getPresence,
  hasEnded,
  needsDesk,
} from '#features/bookings/shared/presence.ts'
import { getEntryStyle, urgentIcon } from '#features/bookings/shared/status.tsx'
import { entryLabel, entryTimes, entryTitle, formatRooms } from '#features/bookings/shared/wording.ts'
import { createTimeFormatter } from '#lib/page/time.ts'
import { cx } from '#ui/cx.ts'
import { DottedParts } from '../../shared/dotted-parts.tsx'
import { isHereAlready } from '../model/is-here-already.ts'
import { OwnMark } from './own-mark.tsx'

type TodayListProps = {
  context: BookingContext
  entries: readonly CalendarEntry[]
  arrivals: readonly CheckInOfDay[] | undefined
  renderCheckIn: (booking: CalendarBooking) => ReactNode
  onOpen: (id: string) => void
}

/**
 * Today's sessions by time, a row of three lines each; nothing if there are none. A button at the end shows the ones that are
 * over.
 */
export function TodayList({ context, entries, arrivals, renderCheckIn, onOpen }: TodayListProps) {
  const [isAllShown, setAllShown] = useState(false)
  if (entries.length === 0) return null
  const rows = entries.map((entry) => ({ entry, presence: getPresence(entry.booking, arrivals, context.now) }))
  const open = rows.filter(({ presence }) => !hasEnded(presence))
  const ended = rows.length - open.length
  // Next to their button, so that the current session stays first.
  const shownRows = isAllShown ? [...open, ...rows.filter(({ presence }) => hasEnded(presence))] : open
  return (
    <div className="grid grid-cols-1 rounded-md border border-border bg-card">
      {open.length === 0 && !isAllShown && (
        <p className="px-3 py-3 text-sm text-muted-foreground">No more sessions today.</p>
      )}
      <ul aria-label="Today" className="grid grid-cols-1 divide-y divide-border empty:hidden">
        {shownRows.map(({ entry, presence }) => {
          const { ink, icon, word } = getEntryStyle(entry)
          const isHere = isHereAlready(entry.booking, presence, arrivals)
          const isUrgent = needsDesk(presence) && !isHere
          const Icon = isUrgent ? urgentIcon : icon
          const state = isHere
            ? 'Already here'
            : describePresenceBriefly(presence, createTimeFormatter(context.studio.timezone))
          const isOwn = isOwnSession(entry.booking, context.people, context.actor.user_id)
          const rooms = formatRooms({ resources: getEntryResources(entry) })
          const label = entry.booking.client_name && entryLabel(entry, context.services)
          return (
            <li key={entry.key} className="flex min-h-17 items-center gap-3 px-3 py-2">
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onOpen(entry.booking.id)}
                className="grid min-w-0 grow grid-cols-1 text-left"
              >
                <span className="flex min-w-0 items-center gap-1.5 text-sm font-medium">
                  <Icon aria-hidden className={cx('size-4 shrink-0', isUrgent ? 'text-pending' : ink)} />
                  <span className="truncate">{entryTitle(entry, context.services)}</span>
                  {isOwn && <OwnMark />}
                  {!state && <span className="sr-only">{word}</span>}
                </span>
                {/* In every row the second line is when, and the third is where and what, next to a button or not. */}
                <span className="text-xs text-muted-foreground tabular-nums">
                  <DottedParts
                    parts={[
                      entryTimes(entry),
                      state && (
                        <span
                          className={cx(
                            isUrgent && 'font-medium text-pending',
                            presence.kind === 'in' && 'text-confirmed',
                          )}
                        >
                          {state}
                        </span>
                      ),
                    ]}
                  />
                  <DottedParts parts={[rooms, label]} />
                </span>
              </button>
              {renderCheckIn(entry.booking)}
            </li>
          )
        })}
      </ul>
      {ended > 0 && (
        <EndedSessionsButton
          count={ended}
          isOpen={isAllShown}
          onToggle={() => setAllShown(!isAllShown)}
          className="border-t border-border"
        />
      )}
    </div>
  )
}
