import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { shortTimeRangeText, timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt, todayIn } from '@studiohub/contract/shared/instants.ts'
import { LogOut } from 'lucide-react'
import { serviceLabel } from '#features/bookings/shared/wording.ts'
import { useServices } from '#features/resources/bookable-api.ts'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { Table } from '#ui/table.tsx'
import { useCheckOut } from '../api.ts'
import { describeStay } from '../model/stay.ts'

type CheckinsTableProps = { studio: Studio; checkins: readonly Checkin[]; today: string; now: Date }

/** The clients who are here, then those who left today. Times are in the studio's time zone. */
export function CheckinsTable({ studio, checkins, today, now }: CheckinsTableProps) {
  const services = useServices(studio.id)
  const formatTime = (instant: string) => {
    const day = todayIn(studio.timezone, new Date(instant))
    const time = timeText(localAt(instant, studio.timezone).time)
    return (
      <span className="whitespace-nowrap tabular-nums">
        {day === today ? time : `${formatWeekdayAndDay(day)}, ${time}`}
      </span>
    )
  }
  return (
    <Table
      framed
      label="Today's check-ins"
      rows={checkins.toSorted((a, b) => Number(Boolean(a.check_out_time)) - Number(Boolean(b.check_out_time)))}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Client',
          narrow: 'title',
          cell: ({ client_name, booking }) => (
            <>
              <span className="font-medium">{client_name ?? 'Client'}</span>
              {booking && booking.rooms.length > 0 && (
                <span className="font-normal text-muted-foreground @3xl:hidden">, {booking.rooms.join(', ')}</span>
              )}
            </>
          ),
        },
        {
          name: 'Session',
          // A narrow row has space only for when the client came and left.
          narrow: 'hidden',
          cell: ({ booking }) => <Session booking={booking} services={services.data ?? []} />,
        },
        { name: 'Room', narrow: 'hidden', cell: ({ booking }) => booking?.rooms.join(', ') },
        {
          name: 'In',
          cell: ({ check_in_time }) => (
            <>
              <span className="@3xl:hidden">In </span>
              {formatTime(check_in_time)}
            </>
          ),
        },
        {
          name: 'Out',
          cell: ({ check_in_time, check_out_time }) =>
            check_out_time ? (
              <>
                <span className="@3xl:hidden">Out </span>
                {formatTime(check_out_time)}
              </>
            ) : (
              <span className="font-medium whitespace-nowrap text-confirmed tabular-nums">
                {describeStay(check_in_time, now)}
              </span>
            ),
        },
        {
          name: 'Notes',
          narrow: 'hidden',
          cell: ({ notes }) => <span className="wrap-anywhere text-muted-foreground">{notes ?? 'No notes'}</span>,
        },
        {
          name: 'Actions',
          hideName: true,
          align: 'end',
          narrow: 'end',
          cell: (checkin) => <CheckOut checkin={checkin} />,
        },
      ]}
    />
  )
}

type SessionProps = Pick<Checkin, 'booking'> & { services: readonly StudioService[] }

function Session({ booking, services }: SessionProps) {
  if (!booking) return <span className="text-muted-foreground">No session</span>
  return (
    <span className="tabular-nums">
      <span className="whitespace-nowrap">{shortTimeRangeText(booking.start_time, booking.end_time)}</span>,{' '}
      {serviceLabel({ ...booking, booking_type: 'client_booking' }, services)}
    </span>
  )
}

function CheckOut({ checkin }: { checkin: Checkin }) {
  const checkOut = useCheckOut()
  if (checkin.check_out_time) return null
  return (
    <Button
      look="secondary"
      size="small"
      className="max-md:min-h-11"
      aria-label={`Check out ${checkin.client_name ?? 'this client'}`}
      pending={checkOut.isPending}
      onClick={() => checkOut.mutate({ id: checkin.id })}
    >
      <LogOut aria-hidden />
      Check Out
    </Button>
  )
}
