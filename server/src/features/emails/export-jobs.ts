import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { buildProductUrl, getPlatformSender, readActionEmail, sendEmail } from './jobs.ts'
import { listAdminIds } from './queries.ts'
import { studioExportEmail } from './templates/studio-export.ts'
import { ActionTime, formatActionTime, getSafeStudioName, greetingName, safeName } from './wording.ts'

const Change = z.enum(['requested', 'ready', 'failed'])

/** Queues an email about a requested export to all admins of the studio. Requires the system role. */
export async function queueExportRequested(
  tx: Tx,
  { studio_id, by_id, at }: { studio_id: string; by_id: string; at: string },
) {
  for (const user_id of await listAdminIds(tx, studio_id))
    await enqueue(tx, sendStudioExport, { user_id, studio_id, by_id, change: 'requested', at })
}

/** Queues an email to a person whose export is ready or failed. Does nothing if they are no longer an admin. */
export async function queueExportEnded(
  tx: Tx,
  {
    studio_id,
    user_id,
    change,
    at,
  }: { studio_id: string; user_id: string | null; change: 'ready' | 'failed'; at: string },
) {
  if (user_id === null || !(await listAdminIds(tx, studio_id)).includes(user_id)) return
  await enqueue(tx, sendStudioExport, { user_id, studio_id, by_id: user_id, change, at })
}

const sendStudioExport = defineJob('emails.send-studio-export', {
  payload: z.object({ user_id: Id, studio_id: Id, by_id: Id, change: Change, at: ActionTime }),
  async run({ user_id, studio_id, by_id, change, at }, context) {
    const { recipient, author, studio } = await readActionEmail({ user_id, by_id, studio_id })
    if (!recipient || !studio) return
    const data = {
      userName: greetingName(recipient.full_name),
      authorName: safeName(author?.full_name ?? '', 'An admin'),
      change,
      studioName: getSafeStudioName(studio),
      when: formatActionTime(at, studio),
      url: buildProductUrl('/studio/settings?tab=export'),
    }
    await sendEmail(recipient, studioExportEmail(data, getPlatformSender()), context)
  },
})

export const exportEmailJobs = [sendStudioExport]
