import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { buildProductUrl, getBranding, getPlatformSender, sendEmail } from './jobs.ts'
import { getRecipient, listAdminIds } from './queries.ts'
import { webhookEndedEmail } from './templates/webhook-ended.ts'
import { ActionTime, formatActionTime, getSafeStudioName, greetingName, safeName } from './wording.ts'

/** Queues an email to each admin about a webhook that was switched off. Requires the system role. */
export async function queueWebhookEmails(
  tx: Tx,
  webhook: { studio_id: string; label: string; at: string },
): Promise<void> {
  for (const user_id of await listAdminIds(tx, webhook.studio_id))
    await enqueue(tx, sendWebhookEnded, { user_id, ...webhook })
}

const sendWebhookEnded = defineJob('emails.send-webhook-ended', {
  payload: z.object({ user_id: Id, studio_id: Id, label: z.string(), at: ActionTime }),
  async run({ user_id, studio_id, label, at }, context) {
    const { recipient, studio } = await asSystem(async (tx) => ({
      recipient: await getRecipient(tx, user_id),
      studio: await getBranding(tx, studio_id),
    }))
    if (!recipient || !studio) return
    const data = {
      userName: greetingName(recipient.full_name),
      label: safeName(label, 'of your studio'),
      studioName: getSafeStudioName(studio),
      when: formatActionTime(at, studio),
      url: buildProductUrl('/studio/settings?tab=api'),
    }
    await sendEmail(recipient, webhookEndedEmail(data, getPlatformSender()), context)
  },
})

export const webhookEmailJobs = [sendWebhookEnded]
