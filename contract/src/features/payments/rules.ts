import { DAY_MS, MINUTE_MS } from '../../shared/durations.ts'
import type { Booking } from '../bookings/schema.ts'
import { AUTHORIZED_DAYS, type BookingPaymentState, type CardAccountState, PAY_WITHIN_MINUTES } from './words.ts'

/** Until when a session that is booked now waits for its payment, ISO 8601. */
export const payByFrom = (now: Date): string => new Date(now.getTime() + PAY_WITHIN_MINUTES * MINUTE_MS).toISOString()

/**
 * Whether a deposit is only authorized until the studio confirms: if the studio must confirm, and the request ends before a
 * card's authorization does. Otherwise it is charged at once, and refunded if the studio declines.
 * @param expires_at when the request ends without an answer, ISO 8601
 */
export const isAuthorizedFirst = (
  { confirms_at_once, expires_at }: { confirms_at_once: boolean; expires_at: string | null },
  now: Date,
): boolean =>
  !confirms_at_once && expires_at !== null && Date.parse(expires_at) - now.getTime() < AUTHORIZED_DAYS * DAY_MS

/** The last known state of a payment at the provider. */
export type CardMoney = {
  state: 'open' | 'expired' | 'authorized' | 'released' | 'paid' | 'refunded'
  paid_minor: number
  refunded_minor: number
  /** The total to refund to the card, besides refunds that result from the booking. */
  return_minor: number
  /** The amount that the bank withdrew because the client disputes the payment; it cannot be refunded too. */
  disputed_minor?: number | undefined
  /** When the authorization ends, ISO 8601. */
  capture_before: string | null
}

/** The booking that is paid, with the data that its payment depends on. */
export type PaidBooking = Pick<Booking, 'status' | 'pay_by'> & {
  /** The amount owed for it now, with tax; the fee if it was cancelled. */
  due_minor: number
  /** The deposit that is held for it, paid in any way. */
  held_deposit_minor: number
}

/** The next step at the provider. */
export type PaymentStep = { kind: 'none' | 'expire' | 'capture' | 'release' } | { kind: 'refund'; amount_minor: number }

/**
 * The next step of a payment, from its state at the provider and the state of the booking. It does not depend on the order
 * of events, so it can be computed at any time.
 * @param booking null: it was deleted
 */
export function nextPaymentStep(money: CardMoney, booking: PaidBooking | null, now: Date): PaymentStep {
  if (money.state === 'open') return { kind: booking && isPayable(booking, now) ? 'none' : 'expire' }
  if (money.state === 'authorized') return { kind: stepWhenAuthorized(money, booking, now) }
  if (money.state !== 'paid') return { kind: 'none' }
  const isCancelled = booking === null || booking.status === 'cancelled'
  const excess = booking === null ? money.paid_minor : booking.held_deposit_minor - booking.due_minor
  return returnStep(money, isCancelled ? Math.max(0, excess) : 0)
}

/**
 * How much of the credit that is reserved for a booking returns to its client: after a cancellation, the part that they do not owe.
 * A fee uses the credit before the card.
 */
export const computeCreditToReturn = ({
  status,
  due_minor,
  credit_minor,
}: Pick<PaidBooking, 'status' | 'due_minor'> & { credit_minor: number }): number =>
  status === 'cancelled' ? Math.max(0, credit_minor - due_minor) : 0

/** Refunds the remaining amount, and never more than was paid. @param extra_minor an additional amount to refund */
export function returnStep(
  money: Pick<CardMoney, 'paid_minor' | 'refunded_minor' | 'return_minor' | 'disputed_minor'>,
  extra_minor = 0,
): PaymentStep {
  const { paid_minor, refunded_minor, return_minor, disputed_minor = 0 } = money
  const remaining = paid_minor - refunded_minor - disputed_minor
  const amount_minor = Math.min(remaining, Math.max(0, return_minor - refunded_minor) + extra_minor)
  return amount_minor > 0 ? { kind: 'refund', amount_minor } : { kind: 'none' }
}

/** Whether the client may still pay for a booking. */
export const isPayable = ({ status, pay_by }: Pick<Booking, 'status' | 'pay_by'>, now: Date): boolean =>
  status === 'pending' && pay_by !== null && Date.parse(pay_by) > now.getTime()

/** Whether a booking was cancelled because it was not paid in time. */
export const isCancelledAsUnpaid = ({
  status,
  pay_by,
  cancelled_by,
}: Pick<Booking, 'status' | 'pay_by' | 'cancelled_by'>): boolean =>
  status === 'cancelled' && pay_by !== null && cancelled_by === null

function stepWhenAuthorized({ capture_before }: CardMoney, booking: PaidBooking | null, now: Date) {
  if (booking === null) return 'release'
  if (booking.status === 'cancelled') return booking.due_minor > booking.held_deposit_minor ? 'capture' : 'release'
  if (booking.status !== 'pending') return 'capture'
  // An authorization that is about to end is charged; if the studio declines, it is refunded.
  return capture_before !== null && Date.parse(capture_before) - now.getTime() < DAY_MS ? 'capture' : 'none'
}

/** The state of a booking's payment, as screens show it. */
export function getBookingPaymentState(
  booking: Pick<Booking, 'status' | 'pay_by' | 'cancelled_by'>,
  money: Pick<CardMoney, 'state' | 'refunded_minor'> | null,
): BookingPaymentState {
  if (money?.state === 'authorized') return 'authorized'
  if (money?.state === 'paid') return money.refunded_minor > 0 ? 'partly_refunded' : 'paid'
  if (money?.state === 'refunded' || money?.state === 'released') return 'refunded'
  if (booking.pay_by === null) return 'none'
  if (isCancelledAsUnpaid(booking)) return 'let_go'
  return booking.status === 'pending' ? 'due' : 'none'
}

/** Whether a studio can take cards. @param account null: it has connected none */
export function getCardAccountState(
  account: { takes_cards: boolean; is_submitted: boolean } | null,
  isConfigured: boolean,
): CardAccountState {
  if (!isConfigured) return 'not_configured'
  if (account === null) return 'none'
  if (account.takes_cards) return 'ready'
  return account.is_submitted ? 'restricted' : 'incomplete'
}
