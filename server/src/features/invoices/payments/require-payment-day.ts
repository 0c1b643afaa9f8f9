import { fail } from '@studiohub/contract/errors.ts'

/** The day of a payment: today if none is given, and never later. @throws AppError VALIDATION_FAILED */
export function requirePaymentDay(paid_on: string | undefined, today: string): string {
  if (paid_on !== undefined && paid_on > today) {
    fail('VALIDATION_FAILED', { fields: { paid_on: 'This day has not come yet.' } })
  }
  return paid_on ?? today
}
