import { getCancellationDeadline } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { cancellationText } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { taxedAmount } from '@studiohub/contract/features/studios/taxes/rules.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { formatInstant } from '#features/bookings/shared/wording.ts'

type CancellationRuleProps = {
  /** ISO 8601 */
  starts_at: string
  studio: Pick<Studio, 'cancellation_cutoff_hours' | 'timezone' | 'contact_phone' | 'contact_email'>
  className: string
}

type PricedSession = Pick<Booking, 'starts_at' | 'price_minor' | 'currency' | 'cancellation_policy' | 'tax'>

/** What cancelling a session costs, and the last moment for it. */
export function describeCancellation(
  { starts_at, price_minor, currency, cancellation_policy: policy, tax }: PricedSession,
  { cancellation_cutoff_hours, timezone }: Pick<Studio, 'cancellation_cutoff_hours' | 'timezone'>,
  now: Date,
): string {
  const until = getCancellationDeadline(starts_at, cancellation_cutoff_hours)
  return cancellationText({ starts_at, until, price_minor, policy }, now, {
    time: (instant) => formatInstant(instant, timezone),
    money: (minor) => (currency === null ? '' : moneyText(taxedAmount(minor, tax).total_minor, currency)),
  })
}

type RuleOfBookingProps = Pick<CancellationRuleProps, 'studio' | 'className'> & { booking: PricedSession; now: Date }

/** Shows what cancelling a booking costs, and the last moment for it. */
export const CancellationRule = ({ booking, studio, now, className }: RuleOfBookingProps) => (
  <p className={className}>{describeCancellation(booking, studio, now)}</p>
)

/** The deadline that has passed for cancelling online, and how to contact the studio. */
export function TooLateNotice({ starts_at, studio, className }: CancellationRuleProps) {
  const { contact_phone, contact_email, cancellation_cutoff_hours, timezone } = studio
  const deadline = formatInstant(getCancellationDeadline(starts_at, cancellation_cutoff_hours), timezone)
  return (
    <p className={className}>
      It is too late to cancel this online: the deadline was {deadline}.{' '}
      {contact_phone && (
        <>
          Call{' '}
          <a
            href={`tel:${contact_phone.replace(/[^+\d]/g, '')}`}
            className="whitespace-nowrap text-link underline underline-offset-4"
          >
            {contact_phone}
          </a>
        </>
      )}
      {contact_phone && contact_email && ' or '}
      {contact_email && (
        <>
          {contact_phone ? 'write to' : 'Write to'}{' '}
          <a href={`mailto:${contact_email}`} className="text-link underline underline-offset-4">
            {contact_email}
          </a>
        </>
      )}
      {!contact_phone && !contact_email && 'Please contact the studio'}.
    </p>
  )
}
