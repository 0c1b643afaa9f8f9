import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { buildProductUrl, buildStudioUrl, chooseSender, getBranding, sendEmail } from './jobs.ts'
import { getRecipient } from './queries.ts'
import { requestAnswerEmail } from './templates/request-answer.ts'
import { greetingName } from './wording.ts'

/** Emails a person the studio's answer to their request. */
export const sendRequestAnswer = defineJob('emails.send-request-answer', {
  payload: z.object({ user_id: Id, studio_id: Id, role: z.enum(['client', 'staff']), approved: z.boolean() }),
  async run({ user_id, studio_id, role, approved }, context) {
    const { recipient, studio } = await asSystem(async (tx) => ({
      recipient: await getRecipient(tx, user_id),
      studio: await getBranding(tx, studio_id),
    }))
    if (!recipient || !studio) return
    const sender = chooseSender(studio)
    const asClient = approved && role === 'client'
    const data = {
      role,
      approved,
      userName: greetingName(recipient.full_name),
      studioName: sender.name,
      url: asClient ? buildStudioUrl(studio, `/${studio.slug}`) : buildProductUrl('/auth/callback'),
    }
    const delivery = { kind: approved ? 'request_approved' : 'request_rejected', studio_id, user_id } as const
    await sendEmail(recipient, requestAnswerEmail(data, sender), context, { delivery })
  },
})

export const roleEmailJobs = [sendRequestAnswer]
