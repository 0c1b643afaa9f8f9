import { getCancellationDeadline, getEndDate, isTooLateToCancel } from '@studiohub/contract/features/bookings/rules.ts'
import { cancellationText } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import type { BookingFee, BookingPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { taxedAmount } from '@studiohub/contract/features/studios/taxes/rules.ts'
import type { BookingTax } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import {
  type EmailFact,
  emailFormats,
  formatDay,
  formatDeadline,
  formatTimeOfDay,
  type StudioPlace,
  zoneName,
} from '../wording.ts'

type PricedAtStudio = StudioPlace & { price_minor: number | null; currency: string | null }
type CancellableSession = PricedAtStudio & {
  status: string
  starts_at: string
  cancellation_cutoff_hours: number
  cancellation_policy: BookingPolicy | null
  tax: BookingTax | null
}

/** The cost of cancelling as a text. Null if the client can no longer cancel online. */
export function describeCancellation(session: CancellableSession, now: Date): string | null {
  const {
    status,
    starts_at,
    cancellation_cutoff_hours: cutoff,
    price_minor,
    cancellation_policy: policy,
    tax,
  } = session
  const isOpen = status === 'pending' || status === 'confirmed'
  if (!isOpen || isTooLateToCancel(starts_at, cutoff, now)) return null
  return cancellationText({ starts_at, until: getCancellationDeadline(starts_at, cutoff), price_minor, policy }, now, {
    time: (instant) => formatDeadline(instant, session),
    money: (minor) => formatMoney(taxedAmount(minor, tax).total_minor, session),
  })
}

const formatMoney = (minor: number, { currency, country }: PricedAtStudio) =>
  currency === null ? '' : moneyText(minor, currency, emailFormats(country))

/** The price of a session as a text, including added tax. Null if the session has no price. */
export function formatSessionPrice({
  price_minor,
  tax,
  ...session
}: PricedAtStudio & { tax: BookingTax | null }): string | null {
  if (price_minor === null) return null
  return price_minor === 0
    ? 'Free'
    : formatMoney(taxedAmount(price_minor, tax).total_minor, { ...session, price_minor })
}

/** A map page for an address. */
export const buildMapUrl = (location: string) =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(location)}`

/** The fee for a cancelled or missed session, waived or not. Null if there is none. */
export function describeFee({
  fee,
  tax,
  ...session
}: PricedAtStudio & { fee: BookingFee | null; tax: BookingTax | null }): EmailFact | null {
  if (!fee) return null
  const name = fee.kind === 'no_show' ? 'No-show fee' : 'Cancellation fee'
  const amount = formatMoney(taxedAmount(fee.amount_minor, tax).total_minor, session)
  return { name: fee.waived_at === null ? name : 'Waived fee', text: `${amount} (${fee.percent}% of the price).` }
}

type SessionTime = StudioPlace & {
  booking_date: string
  start_time: string
  end_time: string
  days: number
  /** The number of sessions in the email. The time is that of the first one. */
  sessions: number
}

function untilText({ booking_date, end_time, days, country }: Omit<SessionTime, 'sessions' | 'start_time'>): string {
  const time = formatTimeOfDay(end_time, country)
  if (days === 1) return time
  return days === 2 ? `${time} the next day` : `${formatDay(getEndDate({ booking_date, days }), country)}, ${time}`
}

/** The date and time in the studio's time zone, with the name of the zone. */
export function formatTime(session: SessionTime): string {
  const { booking_date, start_time, timezone, country, sessions } = session
  const from = `${formatDay(booking_date, country)}, ${formatTimeOfDay(start_time, country)}`
  const moreSessions =
    sessions > 1 ? `, and ${sessions - 1} more ${sessions === 2 ? 'session' : 'sessions'} of its series` : ''
  return `${from} to ${untilText(session)} (${zoneName(timezone)})${moreSessions}`
}
