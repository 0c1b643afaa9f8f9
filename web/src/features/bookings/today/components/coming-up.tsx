import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { useMemo } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useBookingsBetween } from '#features/bookings/lists-api.ts'
import { getEntryResources, groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'
import { getEntryStyle } from '#features/bookings/shared/status.tsx'
import { entryLabel, entryTimes, formatRooms, weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import { findOwnNextSession } from '../model/own-next-session.ts'
import { ComingUpSkeleton } from './today-skeleton.tsx'

const SHOWN = 6
const DAYS = 7

type ComingUpProps = {
  context: BookingContext
  /** Whether the screen has an `OwnNextSession`, so that its session is not shown twice. */
  hasOwnNextSession?: boolean
  onOpen: (id: string) => void
}

/** The next sessions after today. Nothing if the next seven days are empty. */
export function ComingUp({ context, hasOwnNextSession = false, onOpen }: ComingUpProps) {
  const { studio, today } = context
  const todays = useBookingsBetween(studio.id, { from: plusDays(today, -1), to: today })
  const bookings = useBookingsBetween(studio.id, { from: plusDays(today, 1), to: plusDays(today, DAYS) })
  const own = hasOwnNextSession
    ? findOwnNextSession([...(todays.data?.items ?? []), ...(bookings.data?.items ?? [])], context)
    : undefined
  const rows = useMemo(() => {
    const others = bookings.data?.items.filter(({ id }) => id !== own?.id) ?? []
    const days = groupEntriesByDay(others, { withCancelled: false })
    return [...days.entries()]
      .filter(([day]) => day > today)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([day, entries]) => entries.filter(({ continued }) => !continued).map((entry) => ({ day, entry })))
      .slice(0, SHOWN)
  }, [bookings.data, own?.id, today])
  if (bookings.isPending) return <ComingUpSkeleton />
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="coming-up" className="grid grid-cols-1 gap-2">
      <h2 id="coming-up" className="text-sm font-semibold">
        Coming up
      </h2>
      <ul className="grid grid-cols-1 divide-y divide-border rounded-md border border-border bg-card">
        {rows.map(({ day, entry }) => {
          const { ink, icon: Icon, word } = getEntryStyle(entry)
          const client = entry.booking.client_name
          const label = entryLabel(entry, context.services)
          const rooms = formatRooms({ resources: getEntryResources(entry) })
          return (
            <li key={entry.key}>
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onOpen(entry.booking.id)}
                className="grid w-full grid-cols-1 gap-x-4 px-3 py-2 text-left text-sm hover:bg-muted md:grid-cols-[13rem_minmax(0,1fr)_minmax(0,1.4fr)] md:whitespace-nowrap"
              >
                <span className="text-muted-foreground tabular-nums max-md:order-last max-md:text-xs">
                  {weekdayAndDay(day)}, {entryTimes(entry)}
                </span>
                <span className="flex min-w-0 items-center gap-1.5 font-medium">
                  <Icon aria-hidden className={cx('size-4 shrink-0', ink)} />
                  <span className="truncate">{client ?? label}</span>
                  <span className="sr-only">, {word}</span>
                </span>
                <span className="truncate text-muted-foreground max-md:text-xs">
                  {[client && label, rooms].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
