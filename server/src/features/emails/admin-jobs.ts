import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { buildProductUrl, getBranding, getPlatformSender, sendEmail } from './jobs.ts'
import { getRecipient, listAdminIds } from './queries.ts'
import { adminChangeEmail } from './templates/admin-change.ts'
import { ActionTime, formatActionTime, getSafeStudioName, greetingName, safeName } from './wording.ts'

type AdminChange = { studio_id: string; admin_id: string; by_id: string; added: boolean; at: string }

/** Queues an email about a new or removed admin to that person and to all admins. Requires the system role. */
export async function queueAdminEmails(tx: Tx, change: AdminChange) {
  const recipients = new Set([change.admin_id, ...(await listAdminIds(tx, change.studio_id))])
  for (const user_id of recipients) await enqueue(tx, sendAdminChange, { user_id, ...change })
}

/** Emails a person about a new admin of a studio, or about one who was removed. */
export const sendAdminChange = defineJob('emails.send-admin-change', {
  payload: z.object({ user_id: Id, studio_id: Id, admin_id: Id, by_id: Id, added: z.boolean(), at: ActionTime }),
  async run({ user_id, studio_id, admin_id, by_id, added, at }, context) {
    const { recipient, admin, by, studio } = await asSystem(async (tx) => ({
      recipient: await getRecipient(tx, user_id),
      admin: await getRecipient(tx, admin_id),
      by: await getRecipient(tx, by_id),
      studio: await getBranding(tx, studio_id),
    }))
    if (!recipient || !studio) return
    const data = {
      added,
      isOwn: user_id === admin_id,
      userName: greetingName(recipient.full_name),
      adminName: safeName(admin?.full_name ?? null, 'A person'),
      byName: safeName(by?.full_name ?? null, 'An admin'),
      studioName: getSafeStudioName(studio),
      when: formatActionTime(at, studio),
      url: buildProductUrl(added || user_id !== admin_id ? '/studio/staff' : '/auth/callback'),
    }
    await sendEmail(recipient, adminChangeEmail(data, getPlatformSender()), context)
  },
})

export const adminEmailJobs = [sendAdminChange]
