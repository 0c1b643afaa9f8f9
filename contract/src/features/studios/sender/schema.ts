import { z } from 'zod'
import { readDomain } from '#shared/domain.ts'
import { Email } from '#shared/text.ts'
import { FREEMAIL, getEmailDomain, isFreemail, recordStates, senderRecordKinds } from './words.ts'

/** A DNS record for the studio to set, and the result of the last check. */
export const SenderRecord = z.object({
  kind: z.enum(senderRecordKinds),
  name: z.string(),
  value: z.string(),
  /** Whether emails can be sent from the studio's address only after this record is set. */
  is_required: z.boolean(),
  state: z.enum(recordStates),
  /** A different value that was found instead. */
  seen: z.string().nullable(),
})
export type SenderRecord = z.infer<typeof SenderRecord>

/** The address from which a studio's emails are sent; null: the platform's. */
export const StudioSender = z.object({
  address: z.string().nullable(),
  /** Since when emails are sent from it; null: it is not proven. */
  verified_at: z.string().nullable(),
  checked_at: z.string().nullable(),
  records: z.array(SenderRecord),
})
export type StudioSender = z.infer<typeof StudioSender>

export const NewStudioSender = z.strictObject({
  address: Email.refine(
    (address) => readDomain(getEmailDomain(address)) !== null,
    'Please enter an address at your domain',
  ).refine((address) => !isFreemail(getEmailDomain(address)), FREEMAIL),
})
