import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { shortTimeRangeText, timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt, todayIn } from '@studiohub/contract/shared/instants.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { Clock } from 'lucide-react'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import { formatRooms, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { useServices } from '#features/resources/bookable-api.ts'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Table } from '#ui/table.tsx'
import type { DayRow } from '../model/day-rows.ts'
import { describeStay } from '../model/stay.ts'
import { CheckInExpected, CheckOut } from './row-buttons.tsx'

type CheckinsTableProps = { studio: Studio; rows: readonly DayRow[]; today: string; now: Date }

/** Who is here, who is expected and who has left, in the same columns. Times are in the studio's time zone. */
export function CheckinsTable({ studio, rows, today, now }: CheckinsTableProps) {
  const { data: services = [] } = useServices(studio.id)
  const formatTime = (instant: string) => {
    const day = todayIn(studio.timezone, new Date(instant))
    const time = timeText(localAt(instant, studio.timezone).time)
    return day === today ? time : `${formatWeekdayAndDay(day)}, ${time}`
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
              <span className="min-w-0 truncate font-medium">{getClientName(row)}</span>
              <span className="shrink-0 empty:hidden @3xl:hidden">
                <RowBadge row={row} />
              </span>
            </span>
          ),
        },
        {
          name: 'Time',
          // A narrow row has one line for when and where.
          narrow: 'meta',
          cell: (row) => (
            <span className="tabular-nums">
              <span className="whitespace-nowrap">{getSessionTimes(row)}</span>
              <span className="@3xl:hidden">
                {getSessionTimes(row) ? getRooms(row) && ` · ${getRooms(row)}` : 'No session'}
              </span>
            </span>
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
          narrow: 'below',
          cell: (row) => (
            <>
              <span className="hidden @3xl:block @3xl:empty:hidden">
                <RowBadge row={row} />
              </span>
              <span
                className={
                  row.group === 'Here now' && row.overtime === 0
                    ? 'font-medium text-confirmed tabular-nums'
                    : 'text-muted-foreground tabular-nums'
                }
              >
                {getStay(row, now, formatTime)}
              </span>
            </>
          ),
        },
        {
          name: 'Notes',
          narrow: 'hidden',
          cell: (row) => (
            <span className="wrap-anywhere text-muted-foreground">
              {row.group === 'Expected today' ? null : row.checkin.notes}
            </span>
          ),
        },
        {
          name: 'Actions',
          hideName: true,
          align: 'end',
          narrow: 'end',
          cell: (row) =>
            row.group === 'Expected today' ? (
              <CheckInExpected row={row} studio={studio} now={now} />
            ) : (
              <CheckOut checkin={row.checkin} />
            ),
        },
      ]}
    />
  )
}

const getClientName = (row: DayRow) =>
  (row.group === 'Expected today' ? row.booking : row.checkin).client_name ?? 'Client'

const getRooms = (row: DayRow) =>
  (row.group === 'Expected today' ? formatRooms(row.booking) : row.checkin.booking?.rooms.join(', ')) || null

/** The time of the session; empty for clients who came without one. */
function getSessionTimes(row: DayRow): string {
  const session = row.group === 'Expected today' ? row.booking : row.checkin.booking
  if (!session) return ''
  const { start_time, end_time } = session
  return row.group === 'Expected today' && row.booking.days > 1
    ? formatTimes(row.booking)
    : shortTimeRangeText(start_time, end_time)
}

function getService(row: DayRow, services: readonly StudioService[]): string | null {
  if (row.group === 'Expected today') return serviceLabel(row.booking, services)
  const { booking } = row.checkin
  return booking ? serviceLabel({ ...booking, booking_type: 'client_booking' }, services) : null
}

/** 'Here for 20 min, in 10:02', 'In 10:02, out 12:10' or 'Already here'; null for clients who have not come yet. */
function getStay(row: DayRow, now: Date, formatTime: (instant: string) => string): string | null {
  if (row.group === 'Expected today') return row.presence === 'here' ? 'Already here' : null
  const { check_in_time, check_out_time } = row.checkin
  return check_out_time
    ? `In ${formatTime(check_in_time)}, out ${formatTime(check_out_time)}`
    : `${describeStay(check_in_time, now)}, in ${formatTime(check_in_time)}`
}

/** How late the client is or how long over time, or whether the session is next or not confirmed. */
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
  return isNext && <Badge tone="accent">Next</Badge>
}
