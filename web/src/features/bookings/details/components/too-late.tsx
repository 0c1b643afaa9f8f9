import { errors } from '@studiohub/contract/errors.ts'

/** Says that a booking can no longer be cancelled here, and who to call instead. */
export function TooLate({ phone, className }: { phone: string | null; className: string }) {
  return (
    <p className={className}>
      {errors.CANCELLATION_TOO_LATE.message}
      {phone && (
        <>
          {' '}
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="text-link underline underline-offset-4">
            {phone}
          </a>
        </>
      )}
    </p>
  )
}
