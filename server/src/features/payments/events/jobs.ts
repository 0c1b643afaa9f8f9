import { AppError } from '@studiohub/contract/errors.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { readDispute } from '../books/dispute-jobs.ts'
import { readPayout } from '../books/payout-jobs.ts'
import { readAccount } from '../jobs.ts'
import { findPaymentOfEvent } from '../queries.ts'
import { storeSavedCard } from '../saved-cards/jobs.ts'
import { findCardOfEvent } from '../saved-cards/queries.ts'
import { settleWithProvider } from '../settlement-jobs.ts'
import * as queries from './queries.ts'

type StoredEvent = NonNullable<Awaited<ReturnType<typeof queries.getEvent>>>

/** Reads from the provider the object that an event names. The rest of the event is not trusted. */
async function readObjectOfEvent(
  { type, studio_id, account_id: account, payment_id, object_ids }: StoredEvent,
  now: Date,
) {
  const [id = ''] = object_ids
  if (type.startsWith('account.')) return readAccount(studio_id)
  if (type.startsWith('payout.')) return readPayout({ studio_id, payout_id: id }, now)
  if (type.startsWith('charge.dispute.')) return readDispute({ studio_id, dispute_id: id }, now)
  const card_payment_id = await asSystem((tx) =>
    findPaymentOfEvent(tx, { account, card_payment_id: payment_id, object_ids }),
  )
  if (card_payment_id) return settleWithProvider(card_payment_id, now)
  const card_id = await asSystem((tx) => findCardOfEvent(tx, { account, object_ids }))
  if (card_id) await storeSavedCard(card_id, now)
}

/** Processes an event. If that fails, stores the error for the operator's list. */
export const processEvent = defineJob('payments.process-report', {
  payload: z.object({ id: z.string() }),
  async run({ id }, { now }) {
    const event = await asSystem((tx) => queries.getEvent(tx, id))
    if (!event || event.done_at !== null) return
    const at = now.toISOString()
    try {
      await readObjectOfEvent(event, now)
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'INTERNAL'
      await asSystem((tx) => queries.saveResult(tx, id, { done_at: null, failed_at: at, error: code }))
      throw error
    }
    await asSystem((tx) => queries.saveResult(tx, id, { done_at: at, failed_at: null, error: null }))
  },
})
