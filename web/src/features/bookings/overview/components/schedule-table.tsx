import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import { formatTimes, serviceLabel, truncateText, weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import { Table, wholeRowClasses } from '#ui/table.tsx'

const NOTES_SHOWN = 80

type ScheduleTableProps = { sessions: readonly Booking[]; context: BookingContext; onOpen: (id: string) => void }

/** Sessions by time; a click opens the details. */
export function ScheduleTable({ sessions, context, onOpen }: ScheduleTableProps) {
  return (
    <Table
      label="Schedule"
      rows={sessions}
      keyOf={({ id }) => id}
      lineAbove={({ id, booking_date }) => {
        if (sessions.find((session) => session.booking_date === booking_date)?.id !== id) return null
        const day = weekdayAndDay(booking_date)
        return { text: booking_date === context.today ? `Today, ${day}` : day, isNarrowOnly: true }
      }}
      columns={[
        {
          name: 'Date',
          narrow: 'hidden',
          cell: ({ booking_date }) =>
            booking_date === context.today ? (
              <strong>Today</strong>
            ) : (
              <span className="whitespace-nowrap">{weekdayAndDay(booking_date)}</span>
            ),
        },
        { name: 'Time', cell: (row) => <span className="whitespace-nowrap tabular-nums">{formatTimes(row)}</span> },
        {
          name: 'Service',
          narrow: 'title',
          cell: (row) => (
            <span className="@max-3xl:*:not-first:ml-2 @3xl:grid @3xl:justify-items-start">
              <button
                type="button"
                className={cx('text-left font-medium text-link underline-offset-4 hover:underline', wholeRowClasses)}
                onClick={() => onOpen(row.id)}
              >
                {row.booking_type === 'blocked_time' && 'Blocked: '}
                {serviceLabel(row, context.services)}
              </button>
              {row.client_name && <span className="text-muted-foreground">{row.client_name}</span>}
            </span>
          ),
        },
        { name: 'Room and people', cell: ({ resources }) => resources.map(({ name }) => name).join(', ') },
        { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        {
          name: 'Notes',
          narrow: 'hidden',
          cell: ({ notes }) => (
            <span className="wrap-anywhere text-muted-foreground">
              {notes ? truncateText(notes, NOTES_SHOWN) : 'No notes'}
            </span>
          ),
        },
      ]}
    />
  )
}
