import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { buildProductUrl, getBranding, getPlatformSender, sendEmail } from './jobs.ts'
import { getRecipient } from './queries.ts'
import { calendarFailsEmail } from './templates/calendar-fails.ts'
import { getSafeStudioName, greetingName, safeName } from './wording.ts'

/** Queues an email to the owner of a connected calendar that cannot be read. */
export async function queueCalendarEmail(
  tx: Tx,
  calendar: { user_id: string; studio_id: string; label: string; needs_consent: boolean; page: string },
): Promise<void> {
  await enqueue(tx, sendCalendarFails, calendar)
}

const sendCalendarFails = defineJob('emails.send-calendar-fails', {
  payload: z.object({
    user_id: Id,
    studio_id: Id,
    label: z.string(),
    needs_consent: z.boolean().default(false),
    /** The page on which the owner sees the calendar. */
    page: z.string().default('/profile'),
  }),
  async run({ user_id, studio_id, label, needs_consent, page }, context) {
    const { recipient, studio } = await asSystem(async (tx) => ({
      recipient: await getRecipient(tx, user_id),
      studio: await getBranding(tx, studio_id),
    }))
    if (!recipient || !studio) return
    const data = {
      userName: greetingName(recipient.full_name),
      label: safeName(label, 'that you connected'),
      studioName: getSafeStudioName(studio),
      needsConsent: needs_consent,
      url: buildProductUrl(page),
    }
    await sendEmail(recipient, calendarFailsEmail(data, getPlatformSender()), context)
  },
})

export const calendarEmailJobs = [sendCalendarFails]
