import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { useBookingPayment } from '#features/payments/api.ts'
import { PaidRows } from '#features/payments/shared/paid-rows.tsx'
import { PriceLines } from '#features/prices/shared/price-lines.tsx'

type SessionPriceProps = { booking: Booking; currency: string }

/** The price of a booked session. Once its deposit is paid by card, also what is paid and what is left. */
export const SessionPrice = ({ booking, currency }: SessionPriceProps) =>
  booking.deposit_minor === null ? (
    <PriceLines {...linesOf(booking)} currency={currency} isLabeled />
  ) : (
    <PriceWithDeposit booking={booking} currency={currency} />
  )

function PriceWithDeposit({ booking, currency }: SessionPriceProps) {
  const { data: payment } = useBookingPayment(booking.id)
  return (
    <PriceLines
      {...linesOf(booking)}
      currency={currency}
      deposit_minor={booking.deposit_minor}
      balance={payment?.state === 'paid' && <PaidRows booking={booking} payment={payment} currency={currency} />}
      isLabeled
    />
  )
}

const linesOf = ({ price_lines, price_minor, tax }: Booking) => ({ lines: price_lines, total_minor: price_minor, tax })
