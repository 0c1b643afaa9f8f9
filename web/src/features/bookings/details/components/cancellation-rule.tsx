import { cancellableUntil } from '@studiohub/contract/features/bookings/rules.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { formatInstant } from '#features/bookings/shared/wording.ts'

type CancellationRuleProps = {
  /** ISO 8601 */
  starts_at: string
  studio: Pick<Studio, 'cancellation_cutoff_hours' | 'timezone' | 'contact_phone' | 'contact_email'>
  className: string
}

/** Until when the client can cancel or move online, as a time. */
export const CancellationRule = ({ starts_at, studio, className }: CancellationRuleProps) => (
  <p className={className}>
    Free cancellation until{' '}
    {formatInstant(cancellableUntil(starts_at, studio.cancellation_cutoff_hours), studio.timezone)}
  </p>
)

/** Says since when it is too late to cancel online, and how to reach the studio. */
export function TooLate({ starts_at, studio, className }: CancellationRuleProps) {
  const { contact_phone, contact_email, cancellation_cutoff_hours, timezone } = studio
  const closed = formatInstant(cancellableUntil(starts_at, cancellation_cutoff_hours), timezone)
  return (
    <p className={className}>
      It is too late to cancel this online: that closed on {closed}.{' '}
      {contact_phone && (
        <>
          Call{' '}
          <a href={`tel:${contact_phone.replace(/[^+\d]/g, '')}`} className="text-link underline underline-offset-4">
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
