import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { buildProductUrl, getBranding, getPlatformSender, sendEmail } from '../jobs.ts'
import { getRecipient } from '../queries.ts'
import { planNoticeEmail, planNotices } from '../templates/plan.ts'
import { formatInstantDay, getSafeStudioName, greetingName } from '../wording.ts'
import { getPeriodEnd, takePlanEvents } from './queries.ts'

/** Finds studios whose plan needs action, and queues one email per event to each admin. */
export const queuePlanEmails = defineJob('emails.tell-of-plans', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      if (!arePlansOn()) return
      for (const event of await takePlanEvents(tx, now)) await enqueue(tx, sendPlanNotice, event)
    }),
})

/** Emails one admin about their plan. */
export const sendPlanNotice = defineJob('emails.send-plan-notice', {
  payload: z.object({ studio_id: Id, user_id: Id, kind: z.enum(planNotices) }),
  async run({ studio_id, user_id, kind }, context) {
    const { recipient, studio, period } = await asSystem(async (tx) => ({
      recipient: await getRecipient(tx, user_id),
      studio: await getBranding(tx, studio_id),
      period: await getPeriodEnd(tx, studio_id),
    }))
    if (!recipient || !studio || !period) return
    const data = {
      kind,
      userName: greetingName(recipient.full_name),
      studioName: getSafeStudioName(studio),
      plan: plans[studio.tier ?? 'trial'].name,
      ends: formatInstantDay(period.current_period_end, studio),
      planUrl: buildProductUrl('/studio/settings?tab=plan'),
    }
    await sendEmail(recipient, planNoticeEmail(data, getPlatformSender()), context, {
      delivery: { kind, studio_id, user_id },
    })
  },
})

export const planEmailJobs = [queuePlanEmails, sendPlanNotice]
