import { PartnershipAnswer, type PartnershipApplication } from '@studiohub/contract/features/partners/schema.ts'
import { callFunction } from '../../../lib/functions.ts'

/**
 * Sends an application. @throws Error with the sentence to show (spec section 8): the server's own, or the fallback for
 * an answer without one or for none that can be read
 */
export async function submitApplication(application: PartnershipApplication) {
  const answer = PartnershipAnswer.safeParse(await callFunction('submit-partnership', application))
  if (!answer.success) throw new Error('An unexpected error occurred')
  if (!answer.data.success) throw new Error(answer.data.error || 'Failed to submit application')
}
