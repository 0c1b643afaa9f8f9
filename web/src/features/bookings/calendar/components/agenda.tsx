import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { type CalendarEntry, getEntryResources } from '#features/bookings/shared/day-entries.ts'
import { getEntryStyle } from '#features/bookings/shared/status.tsx'
import { entryDetail, entryTimes, entryTitle, formatDayOfYear, formatRooms } from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'

type AgendaProps = {
  context: BookingContext
  /** The first day is always listed, the others if they have entries. */
  listedDays: readonly string[]
  days: ReadonlyMap<string, readonly CalendarEntry[]>
  isClosed: (day: string) => boolean
  /** Whether the names of the days are visible. */
  withHeadings: boolean
  /** Opens the booking's details. */
  onOpen: (id: string) => void
}

/** The bookings of one or more days on phones. */
export function Agenda({ context, listedDays, days, isClosed, withHeadings, onOpen }: AgendaProps) {
  return (
    <div className="grid gap-5">
      {listedDays
        .filter((day, index) => index === 0 || days.has(day))
        .map((day) => (
          <section key={day} aria-label={formatDayOfYear(day)} className="grid gap-1.5">
            <h3 className={cx('flex items-baseline gap-2 text-sm font-semibold', !withHeadings && 'sr-only')}>
              {formatDayOfYear(day)}
              {day === context.today && <span className="text-xs font-medium text-link">Today</span>}
              {isClosed(day) && <span className="text-xs font-medium text-muted-foreground">Closed</span>}
            </h3>
            {days.has(day) ? (
              <ul className="grid gap-2">
                {(days.get(day) ?? []).map((entry) => (
                  <li key={entry.key}>
                    <EntryButton entry={entry} context={context} onOpen={() => onOpen(entry.booking.id)} />
                  </li>
                ))}
              </ul>
            ) : (
              <p className="rounded-md border border-dashed border-border px-4 py-6 text-center text-sm text-muted-foreground">
                {day < context.today ? 'Nothing was booked on this day.' : 'Nothing is booked on this day.'}
              </p>
            )}
          </section>
        ))}
    </div>
  )
}

function EntryButton({
  entry,
  context,
  onOpen,
}: {
  entry: CalendarEntry
  context: BookingContext
  onOpen: () => void
}) {
  const { box, ink, icon: Icon, word } = getEntryStyle(entry)
  const detail = entryDetail(entry, context.services)
  const rooms = formatRooms({ resources: getEntryResources(entry) })
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={cx('flex min-h-14 w-full items-center gap-3 rounded-md border-l-4 px-3 py-2 text-left text-sm', box)}
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="text-xs text-muted-foreground tabular-nums">
          {[entryTimes(entry), rooms].filter(Boolean).join(' · ')}
        </span>
        <span className="truncate font-medium">{entryTitle(entry, context.services)}</span>
        {detail && <span className="truncate text-xs text-muted-foreground">{detail}</span>}
      </span>
      <span className={cx('flex max-w-32 shrink-0 items-center gap-1 text-xs font-medium', ink)}>
        <Icon aria-hidden className="size-4 shrink-0" />
        {word}
      </span>
    </button>
  )
}
