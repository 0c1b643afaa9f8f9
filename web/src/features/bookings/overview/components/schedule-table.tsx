import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import {
  formatNearDay,
  formatShortTimes,
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

/** Sessions under the name of their day; a click opens the details. The first one is marked as the next. */
export function ScheduleTable({ sessions, context, isOwn, onOpen }: ScheduleTableProps) {
  const ownIds = context.people.filter(({ user_id }) => user_id === context.actor.user_id).map(({ id }) => id)
  const firstOfDay = new Map(sessions.map(({ booking_date, id }) => [booking_date, id] as const).reverse())
  const isFirstOfDay = ({ booking_date, id }: Booking) => firstOfDay.get(booking_date) === id
  const isNext = ({ id }: Booking) => id === sessions[0]?.id
  return (
    <Table
      framed
      label="Schedule"
      rows={sessions}
      keyOf={({ id }) => id}
      lineAbove={(row) => {
        if (!isFirstOfDay(row)) return null
        const [day, near] = [weekdayAndDay(row.booking_date), formatNearDay(row.booking_date, context.today)]
        return { text: near ? `${near}, ${day}` : day, isNarrowOnly: false }
      }}
      isMarked={isNext}
      columns={[
        {
          name: 'Time',
          narrow: 'title',
          cell: (row) => <TimeCell session={row} now={context.now} isNext={isNext(row)} />,
        },
        {
          name: 'Service',
          nameBefore: 'Client',
          cell: (row) => (
            <button
              type="button"
              aria-haspopup="dialog"
              data-first-of={isFirstOfDay(row) ? row.booking_date : undefined}
              className={cx(
                'group/session text-left @max-3xl:block @max-3xl:w-full @max-3xl:truncate @max-3xl:text-sm @max-3xl:text-foreground @3xl:grid @3xl:max-w-80 @3xl:min-w-28 @3xl:grid-cols-1 @5xl:min-w-44 @3xl:*:truncate',
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
          narrow: 'below',
          cell: ({ resources }) => (
            // So wide that the heading is one line.
            <span className="wrap-anywhere @3xl:line-clamp-3 @3xl:min-w-32">
              {resources
                .filter(({ id }) => !isOwn || !ownIds.includes(id))
                .map(({ name }) => name)
                .join(', ')}
            </span>
          ),
        },
        { name: 'Status', narrow: 'aside', cell: ({ status }) => <StatusBadge status={status} /> },
        { name: 'Notes', narrow: 'last', cell: ({ notes }) => <Notes>{notes}</Notes> },
        // The line above the rows of a day shows it. Screen readers may read a row alone.
        {
          name: 'Date',
          hideName: true,
          narrow: 'hidden',
          cell: ({ booking_date }) => <span className="sr-only">{weekdayAndDay(booking_date)}</span>,
        },
      ]}
    />
  )
}

function TimeCell({ session, now, isNext }: { session: Booking; now: Date; isNext: boolean }) {
  const word = Date.parse(session.starts_at) <= now.getTime() ? 'Now' : 'Next'
  return (
    <span className="font-semibold whitespace-nowrap tabular-nums @3xl:grid">
      {isNext && (
        <span className="text-xs text-link">
          {word}
          <span className="@3xl:sr-only"> · </span>
        </span>
      )}
      {formatShortTimes(session)}
    </span>
  )
}

const Notes = ({ children: notes }: { children: string | null }) =>
  notes && (
    <span className="line-clamp-3 wrap-anywhere text-muted-foreground @max-3xl:mt-1 @3xl:min-w-24 @5xl:min-w-48">
      {truncateText(notes, NOTES_SHOWN)}
    </span>
  )
