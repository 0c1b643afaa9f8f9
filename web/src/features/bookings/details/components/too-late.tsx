import { errors } from '@studiohub/contract/errors.ts'

/** That a session can no longer be cancelled here, and whom to call instead. */
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
