import { z } from 'zod'
import { readDomain } from '../../../shared/domain.ts'
import { Email } from '../../../shared/text.ts'
import { domainOf, FREEMAIL, isFreemail, recordStates, senderRecordKinds } from './words.ts'

/** A DNS record that the studio sets, and what the last check saw. */
export const SenderRecord = z.object({
  kind: z.enum(senderRecordKinds),
  name: z.string(),
  value: z.string(),
  /** Whether emails are sent from the studio's address only with this record. */
  is_required: z.boolean(),
  state: z.enum(recordStates),
  /** The other value that was found. */
  seen: z.string().nullable(),
})
export type SenderRecord = z.infer<typeof SenderRecord>

/** The address from which a studio's emails are sent; null: the platform's. */
export const StudioSender = z.object({
  address: z.string().nullable(),
  /** Since when emails are sent from it; null while it is not proven. */
  verified_at: z.string().nullable(),
  checked_at: z.string().nullable(),
  records: z.array(SenderRecord),
})
export type StudioSender = z.infer<typeof StudioSender>

export const NewStudioSender = z.strictObject({
  address: Email.refine(
    (address) => readDomain(domainOf(address)) !== null,
    'Please enter an address at your domain',
  ).refine((address) => !isFreemail(domainOf(address)), FREEMAIL),
})
