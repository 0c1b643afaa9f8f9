import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import { formatTimes, serviceLabel, truncateText, weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { Table } from '#ui/table.tsx'

const NOTES_SHOWN = 80

type ScheduleTableProps = { sessions: readonly Booking[]; context: BookingContext; onOpen: (id: string) => void }

/** Sessions by time; a click opens the details. */
export function ScheduleTable({ sessions, context, onOpen }: ScheduleTableProps) {
  return (
    <Table
      label="Schedule"
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Date',
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
          cell: (row) => (
            <span className="grid justify-items-end @3xl:justify-items-start">
              <button
                type="button"
                className="text-right font-medium text-link underline-offset-4 hover:underline @3xl:text-left"
                onClick={() => onOpen(row.id)}
              >
                {row.booking_type === 'blocked_time' && 'Blocked: '}
                {serviceLabel(row, context.services)}
              </button>
              {row.client_name && <span className="text-muted-foreground">{row.client_name}</span>}
            </span>
          ),
        },
        { name: 'Where and who', cell: ({ resources }) => resources.map(({ name }) => name).join(', ') },
        { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        {
          name: 'Notes',
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
