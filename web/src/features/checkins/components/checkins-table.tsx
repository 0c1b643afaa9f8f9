import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { shortTimeRangeText, timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt, todayIn } from '@studiohub/contract/shared/instants.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { Clock } from 'lucide-react'
import { DottedParts } from '#features/bookings/shared/dotted-parts.tsx'
import { DUE_NOW, describePresence } from '#features/bookings/shared/presence.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import { formatRooms, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { useServices } from '#features/resources/bookable-api.ts'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { Table } from '#ui/table.tsx'
import { type DayRow, isClientDueNow } from '../model/day-rows.ts'
import { describeStaySince } from '../model/stay.ts'
import { CheckInExpected, CheckOut } from './row-buttons.tsx'

type CheckinsTableProps = { studio: Studio; rows: readonly DayRow[]; today: string; now: Date }

/** Who is here, who is expected, who has left and who did not come, in the same columns. Times are in the studio's time zone. */
export function CheckinsTable({ studio, rows, today, now }: CheckinsTableProps) {
  const { data: services = [] } = useServices(studio.id)
  const formatTime = (instant: string) => {
    const day = todayIn(studio.timezone, new Date(instant))
    const time = timeText(localAt(instant, studio.timezone).time)
    return day === today ? time : `${formatWeekdayAndDay(day)}, ${time}`
  }
  const renderStay = (row: DayRow) => {
    const stay = getStay(row, now, formatTime)
    return stay && <Stay row={row}>{stay}</Stay>
  }
  const firstOfGroup = new Map(rows.map(({ group, key }) => [group, key] as const).reverse())
  return (
    <Table
      framed
      label="Today's check-ins"
      rows={rows}
      keyOf={({ key }) => key}
      lineAbove={({ group, key }) => (firstOfGroup.get(group) === key ? { text: group, isNarrowOnly: false } : null)}
      columns={[
        {
          name: 'Client',
          narrow: 'title',
          cell: (row) => (
            <span className="flex min-w-0 items-center gap-2">
              <span data-over={row.group === 'Left today' || undefined} className="min-w-0 truncate font-medium">
                {getClientName(row)}
              </span>
              <span className="shrink-0 empty:hidden @3xl:hidden">
                <RowBadge row={row} />
              </span>
            </span>
          ),
        },
        {
          name: 'Time',
          // A narrow row has all lines below the name here, so that the button is in the middle of the row.
          narrow: 'meta',
          cell: (row) => (
            <>
              <span className="hidden whitespace-nowrap tabular-nums @3xl:inline">{getSessionTimes(row)}</span>
              <span className="grid grid-cols-1 @3xl:hidden">
                {/* In every row the second line is when and where, and the third is what and how long. */}
                <span className="tabular-nums">
                  <DottedParts parts={[getSessionTimes(row) || 'No session', getRooms(row)]} />
                  <DottedParts parts={[getService(row, services), renderStay(row)]} />
                </span>
                <span className="line-clamp-2 wrap-anywhere whitespace-normal empty:hidden">{getNotes(row)}</span>
              </span>
            </>
          ),
        },
        {
          name: 'Session',
          narrow: 'hidden',
          cell: (row) =>
            getService(row, services) ?? <span className="whitespace-nowrap text-muted-foreground">No session</span>,
        },
        {
          name: 'Room',
          narrow: 'hidden',
          cell: (row) => <span className="whitespace-nowrap">{getRooms(row)}</span>,
        },
        {
          name: 'Status',
          narrow: 'hidden',
          cell: (row) => (
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <RowBadge row={row} />
              {renderStay(row)}
            </span>
          ),
        },
        {
          name: 'Notes',
          narrow: 'hidden',
          cell: (row) => <span className="wrap-anywhere text-muted-foreground">{getNotes(row)}</span>,
        },
        {
          name: 'Actions',
          hideName: true,
          align: 'end',
          narrow: 'end',
          cell: (row) => (
            // A narrow row is higher than the button. Without the margin, the button would part the two lines next to it.
            <span className="@max-3xl:-my-1 @max-3xl:flex">
              {row.group === 'Expected today' ? (
                <CheckInExpected row={row} studio={studio} now={now} />
              ) : (
                'checkin' in row && <CheckOut checkin={row.checkin} />
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

const Stay = ({ row, children }: { row: DayRow; children: string }) => (
  <span
    className={cx(
      'tabular-nums',
      row.group === 'Here now' && row.overtime === 0 ? 'font-medium text-confirmed' : 'text-muted-foreground',
    )}
  >
    {children}
  </span>
)

const getNotes = (row: DayRow) => ('checkin' in row ? row.checkin.notes : null)

const getClientName = (row: DayRow) => ('checkin' in row ? row.checkin : row.booking).client_name ?? 'Client'

const getRooms = (row: DayRow) =>
  ('checkin' in row ? row.checkin.booking?.rooms.join(', ') : formatRooms(row.booking)) || null

/** The time of the session; empty for clients who came without one. */
function getSessionTimes(row: DayRow): string {
  const session = 'checkin' in row ? row.checkin.booking : row.booking
  if (!session) return ''
  const { start_time, end_time } = session
  return 'booking' in row && row.booking.days > 1 ? formatTimes(row.booking) : shortTimeRangeText(start_time, end_time)
}

function getService(row: DayRow, services: readonly StudioService[]): string | null {
  if ('booking' in row) return serviceLabel(row.booking, services)
  const { booking } = row.checkin
  return booking ? serviceLabel({ ...booking, booking_type: 'client_booking' }, services) : null
}

/** 'Here for 20 min, since 10:02', 'In 10:02, out 12:10', 'Due in 20 min', 'Already here' or 'Ended'; null if a badge says it. */
function getStay(row: DayRow, now: Date, formatTime: (instant: string) => string): string | null {
  if (row.group === 'Expected today') {
    const { presence } = row
    if (presence === 'here') return 'Already here'
    // The badge says the rest.
    return typeof presence === 'object' && presence.kind === 'due' && !isClientDueNow(presence)
      ? describePresence(presence, formatTime)
      : null
  }
  if (row.group === 'Not checked in') return 'Ended'
  const { check_in_time, check_out_time } = row.checkin
  return check_out_time
    ? `In ${formatTime(check_in_time)}, out ${formatTime(check_out_time)}`
    : describeStaySince(check_in_time, formatTime(check_in_time), now)
}

/** How late the client is or how long over time, or whether the session is due, next or not confirmed. */
function RowBadge({ row }: { row: DayRow }) {
  if (row.group === 'Here now' && row.overtime > 0)
    return (
      <Badge tone="pending" icon={Clock}>
        {lengthText(row.overtime)} overtime
      </Badge>
    )
  if (row.group !== 'Expected today') return null
  const { presence, booking, isNext } = row
  if (typeof presence === 'object' && presence.kind === 'late')
    return (
      <Badge tone="pending" icon={Clock}>
        {lengthText(presence.minutes)} late
      </Badge>
    )
  if (booking.status !== 'confirmed') return <StatusBadge status={booking.status} />
  if (isClientDueNow(presence)) return <Badge tone="accent">{DUE_NOW}</Badge>
  return isNext && <Badge tone="accent">Next</Badge>
}
