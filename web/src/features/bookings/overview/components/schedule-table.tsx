import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import {
  formatNearDay,
  formatTimes,
  serviceLabel,
  truncateText,
  weekdayAndDay,
} from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import { Table, wholeWideRowClasses } from '#ui/table.tsx'

const NOTES_SHOWN = 80

type ScheduleTableProps = {
  sessions: readonly Booking[]
  context: BookingContext
  /** Whether all sessions are the user's. Then their own name is not repeated in every row. */
  isOwn: boolean
  onOpen: (id: string) => void
}

/** Sessions by time; a click opens the details. Each day is named once: beside its first session, or above it if narrow. */
export function ScheduleTable({ sessions, context, isOwn, onOpen }: ScheduleTableProps) {
  const ownIds = context.people.filter(({ user_id }) => user_id === context.actor.user_id).map(({ id }) => id)
  const firstOfDay = new Map(sessions.map(({ booking_date, id }) => [booking_date, id] as const).reverse())
  const isFirstOfDay = ({ booking_date, id }: Booking) => firstOfDay.get(booking_date) === id
  return (
    <Table
      framed
      label="Schedule"
      rows={sessions}
      keyOf={({ id }) => id}
      lineAbove={(row) => {
        if (!isFirstOfDay(row)) return null
        const [day, near] = [weekdayAndDay(row.booking_date), formatNearDay(row.booking_date, context.today)]
        return { text: near ? `${near}, ${day}` : day, isNarrowOnly: true }
      }}
      columns={[
        {
          name: 'Date',
          narrow: 'hidden',
          cell: (row) => <DateCell date={row.booking_date} today={context.today} isFirst={isFirstOfDay(row)} />,
        },
        {
          name: 'Time',
          narrow: 'aside',
          cell: (row) => <span className="font-medium whitespace-nowrap tabular-nums">{formatTimes(row)}</span>,
        },
        {
          name: 'Service',
          nameBefore: 'Client',
          narrow: 'title',
          cell: (row) => (
            <button
              type="button"
              aria-haspopup="dialog"
              className={cx(
                'group/session text-left @max-3xl:block @max-3xl:w-full @max-3xl:truncate @3xl:grid @3xl:max-w-80 @3xl:min-w-28 @3xl:grid-cols-1 @5xl:min-w-44 @3xl:*:truncate',
                wholeWideRowClasses,
              )}
              onClick={() => onOpen(row.id)}
            >
              {row.client_name && (
                <span className="font-medium underline-offset-4 group-hover/session:underline">{row.client_name} </span>
              )}
              <span
                className={
                  row.client_name
                    ? "font-normal text-muted-foreground @max-3xl:before:content-['·_'] @3xl:text-xs"
                    : 'font-medium underline-offset-4 group-hover/session:underline'
                }
              >
                {row.booking_type === 'blocked_time' && 'Blocked: '}
                {serviceLabel(row, context.services)}
              </span>
            </button>
          ),
        },
        {
          name: 'Room and people',
          cell: ({ resources }) => (
            // So wide that the heading is one line.
            <span className="@3xl:line-clamp-3 @3xl:min-w-32 @3xl:wrap-anywhere">
              {resources
                .filter(({ id }) => !isOwn || !ownIds.includes(id))
                .map(({ name }) => name)
                .join(', ')}
            </span>
          ),
        },
        { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        { name: 'Notes', narrow: 'hidden', cell: ({ notes }) => <Notes>{notes}</Notes> },
      ]}
    />
  )
}

/** The day of the first session. Its other sessions have it for screen readers. */
function DateCell({ date, today, isFirst }: { date: string; today: string; isFirst: boolean }) {
  if (!isFirst) return <span className="sr-only">{weekdayAndDay(date)}</span>
  const near = formatNearDay(date, today)
  return (
    <span className="grid font-medium whitespace-nowrap">
      {weekdayAndDay(date)}
      {near && <span className="text-xs text-link">{near}</span>}
    </span>
  )
}

function Notes({ children: notes }: { children: string | null }) {
  if (notes) {
    return (
      <span className="line-clamp-3 min-w-24 wrap-anywhere text-muted-foreground @5xl:min-w-48">
        {truncateText(notes, NOTES_SHOWN)}
      </span>
    )
  }
  return (
    <span className="text-muted-foreground">
      <span aria-hidden>–</span>
      <span className="sr-only">No notes</span>
    </span>
  )
}
