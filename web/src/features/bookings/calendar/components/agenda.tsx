import { useState } from 'react'
import { EndedSessionsButton } from '#features/bookings/components/ended-sessions-button.tsx'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useDayPresence } from '#features/bookings/hooks/use-day-presence.ts'
import { type CalendarEntry, getEntryResources, isPastEntry } from '#features/bookings/shared/day-entries.ts'
import type { DayPresence } from '#features/bookings/shared/presence.ts'
import { getEntryLook, statusInks, urgentIcon } from '#features/bookings/shared/status.tsx'
import { entryDetail, entryTimes, entryTitle, formatDayOfYear, formatRooms } from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import type { AgendaGap } from '../model/agenda-gaps.ts'
import { FreeTimesOfDay } from './free-times-of-day.tsx'

type AgendaProps = {
  context: BookingContext
  /** The first day is always listed, the others if they have entries. */
  listedDays: readonly string[]
  days: ReadonlyMap<string, readonly CalendarEntry[]>
  isClosed: (day: string) => boolean
  findGaps: (day: string, entries: readonly CalendarEntry[]) => readonly AgendaGap[]
  /** Whether the names of the days are visible. */
  withHeadings: boolean
  onBook: (start: InitialBookingValues) => void
  /** Opens the booking's details. */
  onOpen: (id: string) => void
}

/** The bookings of one or more days on phones, each day with one row of its free times. */
export function Agenda({ listedDays, days, ...props }: AgendaProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {listedDays
        .filter((day, index) => index === 0 || days.has(day))
        .map((day) => (
          <DaySection key={day} {...props} day={day} entries={days.get(day) ?? []} />
        ))}
    </div>
  )
}

type DaySectionProps = Omit<AgendaProps, 'listedDays' | 'days'> & { day: string; entries: readonly CalendarEntry[] }

function DaySection({ context, day, entries, isClosed, findGaps, withHeadings, onBook, onOpen }: DaySectionProps) {
  const gaps = findGaps(day, entries)
  const { shownEntries, folding } = useFoldedEntries(context, day, entries)
  // If all sessions are over, their line is in place of the list; otherwise it is in the line of the heading.
  const isInline = withHeadings && folding !== null && folding.count < entries.length
  return (
    <section aria-label={formatDayOfYear(day)} className="grid grid-cols-1 gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <h3 className={cx('flex items-baseline gap-2 text-sm font-semibold', !withHeadings && 'sr-only')}>
          {formatDayOfYear(day)}
          {day === context.today && <span className="text-xs font-medium text-link">Today</span>}
          {isClosed(day) && <span className="text-xs font-medium text-muted-foreground">Closed</span>}
        </h3>
        {folding && isInline && <EndedSessionsButton {...folding} isInline />}
      </div>
      {folding && !isInline && <EndedSessionsButton {...folding} className="rounded-md border border-border" />}
      <DayList
        day={day}
        entries={shownEntries}
        isEmpty={entries.length === 0}
        hasGaps={gaps.length > 0}
        context={context}
        onOpen={onOpen}
      />
      {/* Below the sessions, so that the first one stays at the top of a phone. */}
      {gaps.length > 0 && <FreeTimesOfDay day={day} gaps={gaps} rooms={context.rooms} onBook={onBook} />}
    </section>
  )
}

/** The entries without those of today that are over, until `folding`, the button in their place, opens them. */
function useFoldedEntries(context: BookingContext, day: string, entries: readonly CalendarEntry[]) {
  const getPresence = useDayPresence(context, day === context.today)
  const [isOpen, setOpen] = useState(false)
  const current = entries.filter(({ booking, request }) => request || !getPresence(booking, day).isOver)
  const count = entries.length - current.length
  if (count === 0) return { shownEntries: entries, folding: null }
  return { shownEntries: isOpen ? entries : current, folding: { count, isOpen, onToggle: () => setOpen(!isOpen) } }
}

type DayListProps = Pick<AgendaProps, 'context' | 'onOpen'> & {
  day: string
  entries: readonly CalendarEntry[]
  isEmpty: boolean
  hasGaps: boolean
}

function DayList({ context, day, entries, isEmpty, hasGaps, onOpen }: DayListProps) {
  const getPresence = useDayPresence(context, day === context.today)
  if (isEmpty) {
    return (
      <p
        className={cx(
          'text-sm text-muted-foreground',
          !hasGaps && 'rounded-md border border-dashed border-border px-4 py-6 text-center',
        )}
      >
        {day < context.today ? 'Nothing was booked on this day.' : 'Nothing is booked on this day.'}
      </p>
    )
  }
  if (entries.length === 0) return null
  return (
    <ul className="grid grid-cols-1 gap-2">
      {entries.map((entry) => (
        <li key={entry.key}>
          <EntryButton
            entry={entry}
            context={context}
            isPast={day < context.today || isPastEntry(entry, context.now)}
            presence={entry.request ? null : getPresence(entry.booking, day)}
            onOpen={() => onOpen(entry.booking.id)}
          />
        </li>
      ))}
    </ul>
  )
}

function EntryButton({
  entry,
  context,
  isPast,
  presence,
  onOpen,
}: {
  entry: CalendarEntry
  context: BookingContext
  isPast: boolean
  presence: DayPresence | null
  onOpen: () => void
}) {
  const { status: bookingStatus, change_request } = entry.booking
  const late = presence?.isUrgent ? presence.state : ''
  const { box, ink, icon, word, plate } = getEntryLook(entry, { isUrgent: late !== '', isPast })
  // The title already says that it is blocked, and nobody confirms it.
  const status = entry.booking.booking_type === 'blocked_time' && bookingStatus !== 'cancelled' ? '' : word
  // The usual states need no visible word; their icon and color say them.
  const isUsual = (bookingStatus === 'confirmed' || bookingStatus === 'completed') && !entry.request && !change_request
  const Icon = late ? urgentIcon : icon
  const detail = entryDetail(entry, context.services)
  const rooms = formatRooms({ resources: getEntryResources(entry) })
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={cx(
        'relative grid min-h-14 w-full grid-cols-1 content-center overflow-hidden rounded-md px-3 py-2 text-left text-sm',
        // The edge is not a border, because a border on one side would bend into the corners.
        'before:absolute before:inset-y-0 before:left-0 before:border-l-3 before:border-inherit',
        box,
      )}
    >
      {/*
       * Times and state above the title, but the title is read first, as in all lists. A service that does not fit wraps into a
       * hidden line, so no word is cut.
       */}
      <span className="flex h-11 flex-wrap content-start items-center gap-x-1 gap-y-0.5 overflow-hidden">
        <span className={cx('order-4 max-w-full truncate', plate)}>{entryTitle(entry, context.services)}</span>
        <span
          className={cx(
            'order-2 flex items-center gap-1 pl-1 text-xs font-medium tabular-nums',
            late ? statusInks.pending : ink,
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          {late && <span aria-hidden>{late}</span>}
          <span className={late || isUsual ? 'sr-only' : undefined}>{[status, late].filter(Boolean).join(', ')}</span>
        </span>
        <span className="order-1 min-w-0 flex-1 truncate tabular-nums">
          <span className={cx('font-medium', plate)}>{entryTimes(entry)}</span>
          {rooms && <span className={cx('text-xs text-muted-foreground', plate)}> · {rooms}</span>}
        </span>
        <span className="order-3 basis-full" />
        {detail && (
          <span className={cx('order-5 max-w-full truncate text-xs text-muted-foreground', plate)}>· {detail}</span>
        )}
      </span>
    </button>
  )
}
