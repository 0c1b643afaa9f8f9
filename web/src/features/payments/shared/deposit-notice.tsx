import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { BookingPayment } from '@studiohub/contract/features/payments/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { createTimeFormatter } from '#lib/page/time.ts'
import { useBookingPayment } from '../api.ts'

/** Shows the desk the state of a booking's deposit. Empty if it is not paid by card. */
export function DepositNotice({ booking, zone }: { booking: Pick<Booking, 'id' | 'status'>; zone: string }) {
  const { data } = useBookingPayment(booking.id)
  const text = data && noticeText(data, { status: booking.status, zone })
  return text ? <p className="mt-2 text-sm">{text}</p> : null
}

type BookingView = { status: Booking['status']; zone: string }

function noticeText(payment: BookingPayment, { status, zone }: BookingView) {
  const { state, amount_minor, refunded_minor, currency, pay_by } = payment
  const money = (minor: number) => moneyText(minor, currency ?? '')
  const amount = money(amount_minor ?? 0)
  if (state === 'due' && pay_by)
    return `The client has until ${createTimeFormatter(zone)(pay_by)} to pay ${amount} by card.`
  if (state === 'authorized') {
    const nextStep = status === 'pending' ? ' Confirm to charge it, decline to release it.' : ''
    return `${amount} is reserved on the client's card.${nextStep}`
  }
  if (state === 'paid') return `The client paid ${amount} by card.`
  if (state === 'partly_refunded') return `${money(refunded_minor)} of ${amount} was refunded to the client's card.`
  if (state === 'refunded') return `${amount} was refunded to the client's card.`
  return state === 'let_go' ? 'The client did not pay in time. Nothing was charged.' : null
}
