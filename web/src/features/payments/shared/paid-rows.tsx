import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { BookingPayment } from '@studiohub/contract/features/payments/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { useSessionMoney } from '../api.ts'

type PaidRowsProps = { booking: Booking; payment: BookingPayment; currency: string }

/** What the client has paid for a session in which way, and what is left to pay, as rows of its price. */
export function PaidRows({ booking, payment, currency }: PaidRowsProps) {
  const money = useSessionMoney(booking.id)
  const card_minor = payment.amount_minor ?? 0
  const other_minor = (money.data?.paid_minor ?? 0) - card_minor - payment.credit_minor
  const paid = [
    ['Paid by card', card_minor],
    ['Paid by credit', payment.credit_minor],
    ['Other payments', other_minor],
  ] as const
  const invoice = money.data?.invoice_number
  return (
    <>
      {paid.map(
        ([label, minor]) =>
          minor > 0 && (
            <div key={label} className="col-span-2 grid grid-cols-subgrid text-muted-foreground">
              <span>{label}</span>
              <span className="text-right">
                {'\u2212'}
                {moneyText(minor, currency)}
              </span>
            </div>
          ),
      )}
      {money.data && booking.status !== 'cancelled' && (
        <div className="col-span-2 grid grid-cols-subgrid">
          <span className="text-muted-foreground">
            Left to pay
            {money.data.owed_minor > 0 && (invoice ? `, invoice ${invoice}` : ', at the studio')}
          </span>
          <span className="text-right font-semibold">{moneyText(money.data.owed_minor, currency)}</span>
        </div>
      )}
    </>
  )
}
