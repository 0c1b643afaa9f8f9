import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { buildProductUrl, getBranding, getPlatformSender, type StudioBranding, sendEmail } from '../jobs.ts'
import { getPeriodEnd } from '../plans/queries.ts'
import { getRecipient, listAdminIds } from '../queries.ts'
import { operatorLetterEmail, ownerViewEmail, trialExtendedEmail } from '../templates/operator.ts'
import { formatInstantAt, formatInstantDay, getSafeStudioName, greetingName } from '../wording.ts'
import { getLetter } from './queries.ts'

// Emails of operators to the admins of a studio, in the name of the platform. Functions that queue require the system role.

/** Queues a letter to each admin. @returns how many admins get it */
export async function queueOperatorLetters(tx: Tx, letter: { letter_id: string; studio_id: string; by_id: string }) {
  const { letter_id, studio_id, by_id } = letter
  const admins = await listAdminIds(tx, studio_id)
  for (const user_id of admins) await enqueue(tx, sendOperatorLetter, { letter_id, studio_id, user_id, by_id })
  return admins.length
}

/** Queues an email to each admin about an extended free trial. */
export async function queueTrialExtendedEmails(tx: Tx, { studio_id }: { studio_id: string }) {
  for (const user_id of await listAdminIds(tx, studio_id)) await enqueue(tx, sendTrialExtended, { studio_id, user_id })
}

/** Queues an email to each admin about an operator who sees their studio. */
export async function queueOwnerViewEmails(tx: Tx, view: { studio_id: string; ends_at: string; by_id: string }) {
  for (const user_id of await listAdminIds(tx, view.studio_id)) await enqueue(tx, sendOwnerView, { user_id, ...view })
}

const readRecipient = ({ user_id, studio_id }: { user_id: string; studio_id: string }) =>
  asSystem(async (tx) => ({
    recipient: await getRecipient(tx, user_id),
    studio: await getBranding(tx, studio_id),
    period: await getPeriodEnd(tx, studio_id),
  }))

const greetingData = (recipient: { full_name: string | null }, studio: StudioBranding) => ({
  userName: greetingName(recipient.full_name),
  studioName: getSafeStudioName(studio),
})

const sendOperatorLetter = defineJob('emails.send-operator-letter', {
  payload: z.object({ letter_id: Id, studio_id: Id, user_id: Id, by_id: Id }),
  async run({ letter_id, by_id, ...recipientIds }, context) {
    const { recipient, studio } = await readRecipient(recipientIds)
    const { letter, author } = await asSystem(async (tx) => ({
      letter: await getLetter(tx, letter_id),
      author: await getRecipient(tx, by_id),
    }))
    if (!recipient || !studio || !letter) return
    const paragraphs = letter.body.split(/\n+/).filter((line) => line.trim() !== '')
    const data = {
      ...greetingData(recipient, studio),
      subject: letter.subject,
      paragraphs,
      url: buildProductUrl('/studio'),
    }
    await sendEmail(recipient, operatorLetterEmail(data, getPlatformSender()), context, {
      delivery: { kind: 'operator_letter', ...recipientIds },
      ...(author && { replyTo: author.email }),
    })
  },
})

const sendTrialExtended = defineJob('emails.send-trial-extended', {
  payload: z.object({ studio_id: Id, user_id: Id }),
  async run(recipientIds, context) {
    const { recipient, studio, period } = await readRecipient(recipientIds)
    if (!recipient || !studio || !period) return
    const ends = formatInstantDay(period.current_period_end, studio)
    const data = { ...greetingData(recipient, studio), ends, url: buildProductUrl('/studio/settings?tab=plan') }
    await sendEmail(recipient, trialExtendedEmail(data, getPlatformSender()), context, {
      delivery: { kind: 'trial_extended', ...recipientIds },
    })
  },
})

const sendOwnerView = defineJob('emails.send-owner-view', {
  payload: z.object({ studio_id: Id, user_id: Id, ends_at: z.string(), by_id: Id }),
  async run({ ends_at, by_id, ...recipientIds }, context) {
    const { recipient, studio } = await readRecipient(recipientIds)
    const author = await asSystem((tx) => getRecipient(tx, by_id))
    if (!recipient || !studio) return
    const until = formatInstantAt(ends_at, studio)
    const data = { ...greetingData(recipient, studio), until, url: buildProductUrl('/studio/activity') }
    await sendEmail(recipient, ownerViewEmail(data, getPlatformSender()), context, {
      delivery: { kind: 'owner_view', ...recipientIds },
      ...(author && { replyTo: author.email }),
    })
  },
})

export const operatorEmailJobs = [sendOperatorLetter, sendTrialExtended, sendOwnerView]
