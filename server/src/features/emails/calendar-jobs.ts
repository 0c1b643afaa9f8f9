import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { address, getBranding, sendEmail, senderOf } from './jobs.ts'
import { getRecipient } from './queries.ts'
import { calendarFails } from './templates/calendar-fails.ts'
import { safeName } from './wording.ts'

/** Queues an email to the owner of a connected calendar that cannot be read. */
export async function queueCalendarMail(
  tx: Tx,
  failing: { user_id: string; studio_id: string; label: string; needs_consent: boolean },
): Promise<void> {
  await enqueue(tx, sendCalendarFails, failing)
}

const sendCalendarFails = defineJob('emails.send-calendar-fails', {
  payload: z.object({ user_id: Id, studio_id: Id, label: z.string(), needs_consent: z.boolean().default(false) }),
  async run({ user_id, studio_id, label, needs_consent }, context) {
    const { recipient, studio } = await asSystem(async (tx) => ({
      recipient: await getRecipient(tx, user_id),
      studio: await getBranding(tx, studio_id),
    }))
    if (!recipient || !studio) return
    const data = {
      userName: safeName(recipient.full_name, 'there'),
      label: safeName(label, 'that you connected'),
      needsConsent: needs_consent,
      url: address('/profile'),
    }
    await sendEmail(recipient, calendarFails(data, senderOf(studio)), context)
  },
})

export const calendarMailJobs = [sendCalendarFails]
