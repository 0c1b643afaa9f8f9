import { fail } from '@studiohub/contract/errors.ts'

/** The day of a payment, by default today. A later day is rejected. @throws AppError VALIDATION_FAILED */
export function requirePaymentDay(paid_on: string | undefined, today: string): string {
  if (paid_on !== undefined && paid_on > today) {
    fail('VALIDATION_FAILED', { fields: { paid_on: 'The payment date cannot be in the future.' } })
  }
  return paid_on ?? today
}
