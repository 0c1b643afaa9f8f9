import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { address, getBranding, sendEmail, senderOf } from '../jobs.ts'
import { getPeriodEnd } from '../plans/queries.ts'
import { getRecipient, listAdminIds } from '../queries.ts'
import { operatorLetter, ownerView, trialExtended } from '../templates/operator.ts'
import { safeName } from '../wording.ts'
import { getLetter } from './queries.ts'

// Emails of operators to the admins of a studio, in the name of the platform. All functions that queue need the rights of
// jobs.

/** Queues a letter to each admin. @returns how many admins get it */
export async function queueOperatorLetters(tx: Tx, letter: { letter_id: string; studio_id: string; by_id: string }) {
  const { letter_id, studio_id, by_id } = letter
  const admins = await listAdminIds(tx, studio_id)
  for (const user_id of admins) await enqueue(tx, sendOperatorLetter, { letter_id, studio_id, user_id, by_id })
  return admins.length
}

/** Queues an email to each admin about an extended free trial. */
export async function queueTrialMails(tx: Tx, { studio_id }: { studio_id: string }) {
  for (const user_id of await listAdminIds(tx, studio_id)) await enqueue(tx, sendTrialExtended, { studio_id, user_id })
}

/** Queues an email to each admin about an operator who sees their studio. */
export async function queueOwnerViewMails(tx: Tx, view: { studio_id: string; ends_at: string; by_id: string }) {
  for (const user_id of await listAdminIds(tx, view.studio_id)) await enqueue(tx, sendOwnerView, { user_id, ...view })
}

const readBoth = ({ user_id, studio_id }: { user_id: string; studio_id: string }) =>
  asSystem(async (tx) => ({
    recipient: await getRecipient(tx, user_id),
    studio: await getBranding(tx, studio_id),
    period: await getPeriodEnd(tx, studio_id),
  }))

const greet = (recipient: { full_name: string | null }, studio: { name: string }) => ({
  userName: safeName(recipient.full_name, 'there'),
  studioName: safeName(studio.name, 'Your studio'),
})

const sendOperatorLetter = defineJob('emails.send-operator-letter', {
  payload: z.object({ letter_id: Id, studio_id: Id, user_id: Id, by_id: Id }),
  async run({ letter_id, by_id, ...to }, context) {
    const { recipient, studio } = await readBoth(to)
    const { letter, author } = await asSystem(async (tx) => ({
      letter: await getLetter(tx, letter_id),
      author: await getRecipient(tx, by_id),
    }))
    if (!recipient || !studio || !letter) return
    const paragraphs = letter.body.split(/\n+/).filter((line) => line.trim() !== '')
    const data = { ...greet(recipient, studio), subject: letter.subject, paragraphs, url: address('/studio') }
    await sendEmail(recipient, operatorLetter(data, senderOf(null)), context, {
      delivery: { kind: 'operator_letter', ...to },
      ...(author && { replyTo: author.email }),
    })
  },
})

const sendTrialExtended = defineJob('emails.send-trial-extended', {
  payload: z.object({ studio_id: Id, user_id: Id }),
  async run(to, context) {
    const { recipient, studio, period } = await readBoth(to)
    if (!recipient || !studio || !period) return
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: period.timezone })
    const ends = day.format(new Date(period.current_period_end))
    const data = { ...greet(recipient, studio), ends, url: address('/studio/settings?tab=plan') }
    await sendEmail(recipient, trialExtended(data, senderOf(null)), context, {
      delivery: { kind: 'trial_extended', ...to },
    })
  },
})

const sendOwnerView = defineJob('emails.send-owner-view', {
  payload: z.object({ studio_id: Id, user_id: Id, ends_at: z.string(), by_id: Id }),
  async run({ ends_at, by_id, ...to }, context) {
    const { recipient, studio, period } = await readBoth(to)
    const author = await asSystem((tx) => getRecipient(tx, by_id))
    if (!recipient || !studio) return
    const timeZone = period?.timezone ?? 'UTC'
    const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
    const until = `${clock.format(new Date(ends_at))} (${timeZone.replaceAll('_', ' ')} time)`
    const data = { ...greet(recipient, studio), until, url: address('/studio/activity') }
    await sendEmail(recipient, ownerView(data, senderOf(null)), context, {
      delivery: { kind: 'owner_view', ...to },
      ...(author && { replyTo: author.email }),
    })
  },
})

export const operatorMailJobs = [sendOperatorLetter, sendTrialExtended, sendOwnerView]
