import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { address, readActEmail, sendEmail, senderOf } from './jobs.ts'
import { listAdminIds } from './queries.ts'
import { studioExport } from './templates/studio-export.ts'
import { safeName } from './wording.ts'

const Change = z.enum(['requested', 'ready', 'failed'])

/** Tells all admins of the studio that an export was requested. Needs the rights of jobs. */
export async function queueExportRequested(tx: Tx, { studio_id, by_id }: { studio_id: string; by_id: string }) {
  for (const user_id of await listAdminIds(tx, studio_id))
    await enqueue(tx, sendStudioExport, { user_id, studio_id, by_id, change: 'requested' })
}

/** Tells a person that their export is ready, or failed. Nobody is told who is no longer an admin. */
export async function queueExportEnded(
  tx: Tx,
  { studio_id, user_id, change }: { studio_id: string; user_id: string | null; change: 'ready' | 'failed' },
) {
  if (user_id === null || !(await listAdminIds(tx, studio_id)).includes(user_id)) return
  await enqueue(tx, sendStudioExport, { user_id, studio_id, by_id: user_id, change })
}

const sendStudioExport = defineJob('emails.send-studio-export', {
  payload: z.object({ user_id: Id, studio_id: Id, by_id: Id, change: Change }),
  async run({ user_id, studio_id, by_id, change }, context) {
    const { recipient, maker, studio } = await readActEmail({ user_id, by_id, studio_id })
    if (!recipient || !studio) return
    const data = {
      userName: safeName(recipient.full_name, 'there'),
      makerName: safeName(maker?.full_name ?? '', 'An admin'),
      change,
      url: address('/studio/settings?tab=export'),
    }
    await sendEmail(recipient, studioExport(data, senderOf(studio)), context)
  },
})

export const exportMailJobs = [sendStudioExport]
