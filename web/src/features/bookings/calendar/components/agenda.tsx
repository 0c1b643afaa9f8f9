import { useState } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { type CalendarEntry, getEntryResources } from '#features/bookings/shared/day-entries.ts'
import { getEntryStyle } from '#features/bookings/shared/status.tsx'
import { entryLabel, entryTimes, formatDayOfYear, formatRooms } from '#features/bookings/shared/wording.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'

type AgendaProps = {
  context: BookingContext
  /** Whether a day belongs to the period. */
  holds: (day: string) => boolean
  /** The period in words: 'in November 2026'. */
  period: string
  days: ReadonlyMap<string, readonly CalendarEntry[]>
  /** Opens the booking's details. */
  onOpen: (id: string) => void
  isWaiting: boolean
}

/** A month, week or day on phones: its days with entries; from today on, if the period includes today. */
export function Agenda({ context, holds, period, days, onOpen, isWaiting }: AgendaProps) {
  const [withPast, setWithPast] = useState(false)
  const own = [...days.keys()].filter(holds).sort()
  const past = holds(context.today) ? own.filter((day) => day < context.today) : []
  const shown = withPast ? own : own.filter((day) => !past.includes(day))
  if (isWaiting) return <SkeletonRows />
  return (
    <div className="grid gap-5">
      {past.length > 0 && !withPast && (
        <Button look="secondary" size="small" className="justify-self-start" onClick={() => setWithPast(true)}>
          Show earlier days
        </Button>
      )}
      {shown.length === 0 && (
        <p className="rounded-md border border-dashed border-border px-4 py-10 text-center text-sm text-muted-foreground">
          {past.length > 0 ? 'Nothing more' : 'Nothing'} is booked {period}.
        </p>
      )}
      {shown.map((day) => (
        <section key={day} aria-label={formatDayOfYear(day)} className="grid gap-2">
          <h3 className="flex items-baseline gap-2 text-sm font-semibold">
            {formatDayOfYear(day)}
            {day === context.today && <span className="text-xs font-medium text-link">Today</span>}
          </h3>
          <ul className="grid gap-2">
            {(days.get(day) ?? []).map((entry) => (
              <li key={entry.key}>
                <EntryButton entry={entry} context={context} onOpen={() => onOpen(entry.booking.id)} />
              </li>
            ))}
          </ul>
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
  const details = [entry.booking.client_name, formatRooms({ resources: getEntryResources(entry) })].filter(Boolean)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={cx('flex min-h-14 w-full items-center gap-3 rounded-md border-l-4 px-3 py-2 text-left text-sm', box)}
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="text-xs text-muted-foreground tabular-nums">{entryTimes(entry)}</span>
        <span className="truncate font-medium">{entryLabel(entry, context.services)}</span>
        {details.length > 0 && <span className="truncate text-xs text-muted-foreground">{details.join(' · ')}</span>}
      </span>
      <span className={cx('flex max-w-32 shrink-0 items-center gap-1 text-xs font-medium', ink)}>
        <Icon aria-hidden className="size-4 shrink-0" />
        {word}
      </span>
    </button>
  )
}
