import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { Meter } from '#ui/meter.tsx'

const longMonth = dateFormat({ month: 'long' })

/** @param month `yyyy-MM` */
export const monthName = (month: string) => longMonth(`${month}-01`)

/** Usage of the plan's bookings this month. */
export const BookingsMeter = ({ bookings }: Pick<Subscription, 'bookings'>) => (
  <Meter label={`Bookings in ${monthName(bookings.month)}`} used={bookings.used} limit={bookings.limit} />
)

export const RoomsMeter = ({ rooms }: Pick<Subscription, 'rooms'>) => (
  <Meter label="Active rooms" used={rooms.used} limit={rooms.limit} />
)
