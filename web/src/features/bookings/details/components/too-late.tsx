import { errors } from '@studiohub/contract/errors.ts'

/** Says that it is too late to cancel online, with the phone number. */
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
