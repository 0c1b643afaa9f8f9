import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob, enqueue, PermanentJobError } from '#platform/jobs/jobs.ts'
import { address, faceOf, post, reasonOf, senderOf } from '../jobs.ts'
import { getRecipient } from '../queries.ts'
import { digest } from '../templates/digest.ts'
import { inertName } from '../wording.ts'
import * as queries from './queries.ts'

const TRIES = 20

/** Has everybody mailed who had more messages about sessions than one person gets in a day. */
export const sendDigests = defineJob('emails.send-digests', {
  payload: z.object({}),
  every: 'hour',
  run: () =>
    asSystem(async (tx) => {
      for (const person of await queries.listToDigest(tx)) await enqueue(tx, sendDigest, person)
    }),
})

/** Mails one person how many changes there were. What a try cannot send is left to the next hour's digest. */
export const sendDigest = defineJob('emails.send-digest', {
  payload: z.object({ studio_id: Id, user_id: Id }),
  retry: { limit: 0 },
  async run(person, context) {
    const { recipient, studio, messages } = await asSystem(async (tx) => ({
      recipient: await getRecipient(tx, person.user_id),
      studio: await faceOf(tx, person.studio_id),
      messages: await queries.listInDigest(tx, person),
    }))
    if (!recipient || !studio || messages.length === 0) return
    const sender = senderOf(studio)
    const data = {
      userName: inertName(recipient.full_name, 'there'),
      studioName: sender.name,
      changes: messages.length,
      url: address('/studio/bookings'),
    }
    const ids = messages.map(({ id }) => id)
    try {
      await post(recipient, digest(data, sender), context)
    } catch (error) {
      const failed = {
        sent_at: null,
        last_error: reasonOf(error),
        tries_most: error instanceof PermanentJobError ? 1 : TRIES,
      }
      await asSystem((tx) => queries.noteDigest(tx, ids, failed))
      throw error
    }
    const sent = { sent_at: context.now.toISOString(), last_error: null, tries_most: TRIES }
    await asSystem((tx) => queries.noteDigest(tx, ids, sent))
  },
})

export const digestJobs = [sendDigests, sendDigest]
