import { canSeeAmounts } from '@studiohub/contract/features/bookings/policy.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { bookingStatusLabels, bookingTypeLabels } from '@studiohub/contract/features/bookings/words.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import type { ReactNode } from 'react'
import { BookingSteps } from '#features/bookings/details/components/booking-steps.tsx'
import { ChangeAnswer } from '#features/bookings/details/components/change-request.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useDayPresence } from '#features/bookings/hooks/use-day-presence.ts'
import { requestText } from '#features/bookings/model/change-request.ts'
import type { DayPresence } from '#features/bookings/shared/presence.ts'
import { ChangeRequestBadge, QuietStatus, StatusBadge, urgentIcon } from '#features/bookings/shared/status.tsx'
import { shortWaitingText } from '#features/bookings/shared/waiting-text.ts'
import {
  formatRooms,
  formatShortDate,
  formatTimes,
  serviceLabel,
  truncateText,
} from '#features/bookings/shared/wording.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { aboveRowClasses, Table, wholeWideRowClasses } from '#ui/table.tsx'
import { isOver } from '../model/is-over.ts'

const NOTES_SHOWN = 40
/** The padding of a cell is for one line. In rows of two lines, it is less. */
const TWO_LINES = '@3xl:-my-1 @3xl:grid'

type BookingTableProps = {
  rows: readonly Booking[]
  context: BookingContext
  onOpen: (id: string) => void
  /** The button that loads earlier bookings. */
  showEarlier: ReactNode
}

/** Bookings by date. Each day is named once: beside its first booking, or above it on narrow screens. */
export function BookingTable({ rows, context, onOpen, showEarlier }: BookingTableProps) {
  const firstOfDay = new Map(rows.map(({ booking_date, id }) => [booking_date, id] as const).reverse())
  const isFirstOfDay = ({ booking_date, id }: Booking) => firstOfDay.get(booking_date) === id
  const getPresence = useDayPresence(
    context,
    rows.some(({ booking_date }) => booking_date === context.today),
  )
  const seesAmounts = canSeeAmounts(context.actor, context.studio)
  return (
    <Table
      framed
      label="All Bookings"
      rows={rows}
      keyOf={({ id }) => id}
      beforeRows={showEarlier}
      lineAbove={(row) => {
        if (!isFirstOfDay(row)) return null
        const date = formatShortDate(row.booking_date)
        return { text: row.booking_date === context.today ? `Today, ${date}` : date, isNarrowOnly: true }
      }}
      columns={[
        {
          name: 'Date',
          narrow: 'hidden',
          cell: (row) => <DateCell date={row.booking_date} today={context.today} isFirst={isFirstOfDay(row)} />,
        },
        { name: 'Time', narrow: 'aside', cell: (row) => <TimeCell booking={row} /> },
        { name: 'Type', nameBefore: 'Client', narrow: 'title', cell: (row) => <TypeCell booking={row} /> },
        {
          name: 'Service',
          cell: (row) => (
            <span
              className={cx(
                TWO_LINES,
                '@max-3xl:flex @max-3xl:pr-1.5 @3xl:justify-items-start @3xl:wrap-anywhere @5xl:min-w-36',
              )}
            >
              {/* On narrow screens the rooms are first, because the end of the line may be cut off. */}
              {formatRooms(row) && (
                <span
                  title={formatRooms(row)}
                  className="text-xs text-muted-foreground @max-3xl:max-w-3/4 @max-3xl:shrink-0 @max-3xl:truncate @max-3xl:after:content-['_·\00a0'] @3xl:order-last @3xl:max-w-36 @3xl:truncate"
                >
                  {formatRooms(row)}
                </span>
              )}
              <button
                type="button"
                aria-haspopup="dialog"
                data-booking={row.id}
                onClick={() => onOpen(row.id)}
                className={cx(
                  'text-left underline-offset-4 hover:underline @max-3xl:min-w-0 @max-3xl:truncate',
                  wholeWideRowClasses,
                )}
              >
                {serviceLabel(row, context.services)}
              </button>
            </span>
          ),
        },
        {
          name: 'Status',
          narrow: 'corner',
          cell: (row) => <StatusCell booking={row} context={context} presence={getPresence(row, row.booking_date)} />,
        },
        { name: 'Notes', narrow: 'hidden', cell: ({ notes }) => <Notes>{notes}</Notes> },
        ...(seesAmounts
          ? [
              {
                name: 'Price',
                align: 'end' as const,
                narrow: 'hidden' as const,
                cell: (row: Booking) => <Price booking={row} />,
              },
            ]
          : []),
        {
          name: 'Actions',
          hideName: true,
          narrow: 'end',
          cell: (row) => (
            <span className="grid gap-2 @3xl:-my-1 @3xl:flex @3xl:items-center @3xl:justify-end">
              <ChangeAnswer booking={row} context={context} className={aboveRowClasses} isShort />
              <span>
                <BookingSteps
                  booking={row}
                  context={context}
                  className={cx('items-center justify-end @3xl:flex-nowrap', aboveRowClasses)}
                  isRow
                />
              </span>
            </span>
          ),
        },
      ]}
    />
  )
}

/** The day of the first booking. Its other bookings have it for screen readers. */
function DateCell({ date, today, isFirst }: { date: string; today: string; isFirst: boolean }) {
  if (!isFirst) return <span className="sr-only">{formatShortDate(date)}</span>
  return (
    // It is also the heading of the rows below, so it does not stand back with its own.
    <span className={cx(TWO_LINES, 'font-medium text-foreground @3xl:min-w-20 @5xl:whitespace-nowrap')}>
      {formatShortDate(date)}
      {date === today && <span className="text-xs text-link">Today</span>}
    </span>
  )
}

function TimeCell({ booking: { start_time, end_time, days } }: { booking: Booking }) {
  return (
    <span className={TWO_LINES}>
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
  const type = bookingTypeLabels[booking.booking_type]
  if (booking.booking_type === 'blocked_time') return <span className="whitespace-nowrap">{type}</span>
  // A client's name shows the type already.
  return (
    <span className="@3xl:block @3xl:min-w-24">
      {booking.client_name ?? 'Internal session'}
      <span className="sr-only">, {type}</span>
    </span>
  )
}

type StatusCellProps = { booking: Booking; context: BookingContext; presence: DayPresence }

function StatusCell({ booking, context, presence }: StatusCellProps) {
  const { status, no_show_at, change_request } = booking
  const waitingNote = shortWaitingText(booking, context.studio.timezone)
  return (
    <span className="@max-3xl:flex @max-3xl:gap-1.5 @3xl:-my-1.5 @3xl:grid @3xl:justify-items-start @3xl:gap-0.5">
      {presence.isUrgent ? (
        <span className="tabular-nums">
          <span className="sr-only">{bookingStatusLabels[status]}, </span>
          <Badge tone="pending" icon={urgentIcon}>
            {presence.state}
          </Badge>
        </span>
      ) : (
        <span data-over={isOver(booking, presence, context.now) || undefined}>
          {status === 'completed' ? <QuietStatus status={status} /> : <StatusBadge status={status} />}
        </span>
      )}
      {waitingNote && (
        <span className="text-xs text-balance text-muted-foreground tabular-nums @max-3xl:hidden">{waitingNote}</span>
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

function Price({ booking: { price_minor, currency } }: { booking: Booking }) {
  if (price_minor === null || currency === null) return null
  return <span className="whitespace-nowrap tabular-nums">{moneyText(price_minor, currency)}</span>
}

function Notes({ children: notes }: { children: string | null }) {
  if (!notes) return <span className="sr-only">No notes</span>
  return (
    <span className="-my-1.5 line-clamp-2 min-w-20 text-muted-foreground @5xl:min-w-28">
      {truncateText(notes, NOTES_SHOWN)}
    </span>
  )
}
