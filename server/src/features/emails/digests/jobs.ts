import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob, enqueue, PermanentJobError } from '#platform/jobs/jobs.ts'
import { buildProductUrl, chooseSender, describeMailError, getBranding, sendEmail } from '../jobs.ts'
import { getRecipient } from '../queries.ts'
import { digestEmail } from '../templates/digest.ts'
import { greetingName } from '../wording.ts'
import * as queries from './queries.ts'

const TRIES = 20

/** Queues a digest for each person who has reached their daily limit of booking emails. */
export const sendDigests = defineJob('emails.send-digests', {
  payload: z.object({}),
  every: 'hour',
  run: () =>
    asSystem(async (tx) => {
      for (const person of await queries.listDigestRecipients(tx)) await enqueue(tx, sendDigest, person)
    }),
})

/** Emails one person the number of changes beyond their limit. After an error, the digest of the next hour includes them. */
export const sendDigest = defineJob('emails.send-digest', {
  payload: z.object({ studio_id: Id, user_id: Id }),
  retry: { limit: 0 },
  async run(person, context) {
    const { recipient, studio, messages } = await asSystem(async (tx) => {
      await queries.skipWrongEmails(tx, person)
      return {
        recipient: await getRecipient(tx, person.user_id),
        studio: await getBranding(tx, person.studio_id),
        messages: await queries.listDigestEmails(tx, person),
      }
    })
    if (!recipient || !studio || messages.length === 0) return
    const sender = chooseSender(studio)
    const data = {
      userName: greetingName(recipient.full_name),
      studioName: sender.name,
      changes: messages.length,
      url: buildProductUrl('/studio/bookings'),
    }
    const ids = messages.map(({ id }) => id)
    try {
      await sendEmail(recipient, digestEmail(data, sender), context)
    } catch (error) {
      const failure = {
        sent_at: null,
        last_error: describeMailError(error),
        tries_max: error instanceof PermanentJobError ? 1 : TRIES,
      }
      await asSystem((tx) => queries.recordDigest(tx, ids, failure))
      throw error
    }
    const success = { sent_at: context.now.toISOString(), last_error: null, tries_max: TRIES }
    await asSystem((tx) => queries.recordDigest(tx, ids, success))
  },
})

export const digestJobs = [sendDigests, sendDigest]
