import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob, PermanentJobError } from '#platform/jobs/jobs.ts'
import { getMail } from '#platform/mail/open.ts'
import { buildProductUrl, getPlatformSender, sendEmail } from './jobs.ts'
import { getRecipient } from './queries.ts'
import { testEmail } from './templates/test-mail.ts'

/** Sends a test email to an operator. Makes only one attempt, so that the list of emails shows an error immediately. */
export const sendTest = defineJob('emails.send-test', {
  payload: z.object({ user_id: Id }),
  async run({ user_id }, context) {
    const recipient = await asSystem((tx) => getRecipient(tx, user_id))
    if (!recipient) return
    const data = { server: new URL(getMail().publicUrl).host, dashboardUrl: buildProductUrl('/super-admin?tab=mail') }
    const delivery = { kind: 'test', studio_id: null, user_id } as const
    await sendEmail(recipient, testEmail(data, getPlatformSender()), context, { delivery, tries: 1 }).catch(
      (error: unknown) => {
        throw new PermanentJobError(error instanceof Error ? error.message : String(error))
      },
    )
  },
})

export const testEmailJobs = [sendTest]
