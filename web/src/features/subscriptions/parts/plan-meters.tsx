import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import { Meter } from '../../../ui/meter.tsx'

const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** How many bookings of this month the plan has left. */
export function BookingsMeter({ bookings }: Pick<Subscription, 'bookings'>) {
  const month = monthName.format(new Date(`${bookings.month}-01T00:00:00Z`))
  return <Meter label={`Bookings in ${month}`} used={bookings.used} limit={bookings.limit} />
}

export const RoomsMeter = ({ rooms }: Pick<Subscription, 'rooms'>) => (
  <Meter label="Active rooms" used={rooms.used} limit={rooms.limit} />
)
