import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { buildProductUrl, getPlatformSender, readActionEmail, sendEmail } from './jobs.ts'
import { listAdminIds } from './queries.ts'
import { apiKeyChangedEmail } from './templates/api-key-changed.ts'
import { ActionTime, formatActionTime, getSafeStudioName, greetingName, safeName } from './wording.ts'

const Change = z.enum(['made', 'changed'])

type ChangedKey = {
  studio_id: string
  user_id: string
  is_personal: boolean
  label: string
  change: z.infer<typeof Change>
  by_id: string
  at: string
}

/** Queues an email about a key to each admin of the studio, or to the owner of a personal key. Requires the system role. */
export async function queueApiKeyEmails(tx: Tx, key: ChangedKey): Promise<void> {
  const { studio_id, is_personal, label, change, by_id, at } = key
  const recipients = is_personal ? [key.user_id] : await listAdminIds(tx, studio_id)
  for (const user_id of recipients)
    await enqueue(tx, sendApiKeyChanged, { user_id, studio_id, is_personal, label, change, by_id, at })
}

const sendApiKeyChanged = defineJob('emails.send-api-key-changed', {
  payload: z.object({
    user_id: Id,
    studio_id: Id,
    is_personal: z.boolean(),
    label: z.string(),
    change: Change,
    by_id: Id,
    at: ActionTime,
  }),
  async run({ user_id, studio_id, is_personal, label, change, by_id, at }, context) {
    const { recipient, author, studio } = await readActionEmail({ user_id, by_id, studio_id })
    if (!recipient || !studio) return
    const data = {
      userName: greetingName(recipient.full_name),
      authorName: safeName(author?.full_name ?? '', 'A person'),
      label: safeName(label, 'of your studio'),
      isPersonal: is_personal,
      change,
      studioName: getSafeStudioName(studio),
      when: formatActionTime(at, studio),
      url: buildProductUrl(is_personal ? '/profile' : '/studio/settings?tab=api'),
    }
    await sendEmail(recipient, apiKeyChangedEmail(data, getPlatformSender()), context)
  },
})

export const apiKeyEmailJobs = [sendApiKeyChanged]
