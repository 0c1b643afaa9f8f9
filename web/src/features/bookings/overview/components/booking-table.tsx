import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { bookingTypeLabels } from '@studiohub/contract/features/bookings/words.ts'
import { BookingSteps } from '#features/bookings/details/components/booking-steps.tsx'
import { ChangeAnswer } from '#features/bookings/details/components/change-request.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { requestText } from '#features/bookings/model/change-request.ts'
import { ChangeRequestBadge, StatusBadge } from '#features/bookings/shared/status.tsx'
import { shortWaitingText } from '#features/bookings/shared/waiting-text.ts'
import {
  formatRooms,
  formatShortDate,
  formatTimes,
  serviceLabel,
  truncateText,
} from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import { Table, wholeRowClasses } from '#ui/table.tsx'

const NOTES_SHOWN = 40
const ACTIONS = '@5xl:flex-nowrap'

type BookingTableProps = { rows: readonly Booking[]; context: BookingContext; onOpen: (id: string) => void }

/** Bookings by date. A line marks where today begins; on narrow screens every day has one. */
export function BookingTable({ rows, context, onOpen }: BookingTableProps) {
  const firstOfDay = new Map(rows.map(({ booking_date, id }) => [booking_date, id] as const).reverse())
  const firstFromToday = rows.find(({ booking_date }) => booking_date >= context.today)
  return (
    <Table
      label="All Bookings"
      rows={rows}
      keyOf={({ id }) => id}
      lineAbove={({ id, booking_date }) => {
        if (firstOfDay.get(booking_date) !== id) return null
        const isToday = booking_date === context.today
        const text = isToday ? `Today, ${formatShortDate(booking_date)}` : formatShortDate(booking_date)
        const isWide = isToday && firstFromToday?.id === id
        return { text, isNarrowOnly: !isWide }
      }}
      columns={[
        {
          name: 'Date',
          narrow: 'hidden',
          cell: ({ booking_date }) => <span className="@5xl:whitespace-nowrap">{formatShortDate(booking_date)}</span>,
        },
        { name: 'Time', cell: (row) => <TimeCell booking={row} /> },
        { name: 'Type', narrow: 'title', cell: (row) => <TypeCell booking={row} /> },
        {
          name: 'Service',
          cell: (row) => (
            <span className="@3xl:grid @3xl:justify-items-start">
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onOpen(row.id)}
                className={cx('text-left underline-offset-4 hover:underline', wholeRowClasses)}
              >
                {serviceLabel(row, context.services)}
              </button>
              <span className="text-xs text-muted-foreground @max-3xl:before:content-['_'] @3xl:whitespace-nowrap">
                {formatRooms(row)}
              </span>
            </span>
          ),
        },
        { name: 'Status', cell: (row) => <StatusCell booking={row} context={context} /> },
        { name: 'Notes', narrow: 'hidden', cell: ({ notes }) => <Notes>{notes}</Notes> },
        {
          name: 'Actions',
          narrow: 'end',
          cell: (row) => (
            <span className="grid gap-2">
              <ChangeAnswer booking={row} context={context} className={ACTIONS} isShort />
              <BookingSteps booking={row} context={context} className={ACTIONS} isShort />
            </span>
          ),
        },
      ]}
    />
  )
}

function TimeCell({ booking: { start_time, end_time, days } }: { booking: Booking }) {
  return (
    <span className="@3xl:grid">
      <span className="whitespace-nowrap tabular-nums">{formatTimes({ start_time, end_time, days: 1 })}</span>
      {days > 1 && (
        <span className="text-xs text-muted-foreground @max-3xl:before:content-['_']">
          {days === 2 ? 'next day' : `${days} days`}
        </span>
      )}
    </span>
  )
}

function TypeCell({ booking }: { booking: Booking }) {
  const isBlocked = booking.booking_type === 'blocked_time'
  return (
    <span className="@3xl:grid">
      <span className={cx('whitespace-nowrap', !isBlocked && '@max-3xl:hidden')}>
        {bookingTypeLabels[booking.booking_type]}
      </span>
      {!isBlocked && (
        <span className="@3xl:text-xs @3xl:text-muted-foreground">{booking.client_name ?? 'Internal session'}</span>
      )}
    </span>
  )
}

function StatusCell({ booking, context }: { booking: Booking; context: BookingContext }) {
  const { status, no_show_at, change_request } = booking
  const waits = shortWaitingText(booking, context.studio.timezone)
  return (
    <span className="@max-3xl:*:not-first:ml-1.5 @3xl:grid @3xl:justify-items-start @3xl:gap-1">
      <StatusBadge status={status} />
      {waits && (
        <span className="text-xs text-balance text-muted-foreground tabular-nums @max-3xl:hidden">{waits}</span>
      )}
      {change_request && (
        <>
          <ChangeRequestBadge />
          <span className="text-xs text-balance tabular-nums @max-3xl:hidden">
            {requestText(booking, change_request, context.services)}
          </span>
        </>
      )}
      {no_show_at && <span className="text-xs text-muted-foreground">No-show</span>}
    </span>
  )
}

function Notes({ children: notes }: { children: string | null }) {
  if (!notes) return <None what="No notes" />
  return (
    <span className="line-clamp-2 min-w-36 text-muted-foreground" title={notes}>
      {truncateText(notes, NOTES_SHOWN)}
    </span>
  )
}

function None({ what }: { what: string }) {
  return (
    <span className="text-muted-foreground">
      <span aria-hidden>–</span>
      <span className="sr-only">{what}</span>
    </span>
  )
}
