import { AppError } from '@studiohub/contract/errors.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { readDisputeOf } from '../books/dispute-jobs.ts'
import { readPayoutOf } from '../books/payout-jobs.ts'
import { readAccountOf } from '../jobs.ts'
import { findReported } from '../queries.ts'
import { settleCard } from '../saved-cards/jobs.ts'
import { findReportedCard } from '../saved-cards/queries.ts'
import { settleWithProvider } from '../settlement-jobs.ts'
import * as queries from './queries.ts'

type Report = NonNullable<Awaited<ReturnType<typeof queries.getReport>>>

/** Reads the object of a report from the provider. The content of the report itself is not trusted. */
async function workThrough({ type, studio_id, account_id: account, payment_id, object_ids }: Report, now: Date) {
  const [id = ''] = object_ids
  if (type.startsWith('account.')) return readAccountOf(studio_id)
  if (type.startsWith('payout.')) return readPayoutOf({ studio_id, payout_id: id }, now)
  if (type.startsWith('charge.dispute.')) return readDisputeOf({ studio_id, dispute_id: id }, now)
  const payment = await asSystem((tx) => findReported(tx, { account, payment_id, object_ids }))
  if (payment) return settleWithProvider(payment, now)
  const card = await asSystem((tx) => findReportedCard(tx, { account, object_ids }))
  if (card) await settleCard(card, now)
}

/** Processes a report. If it fails, stores the error for the operator's list. */
export const processReport = defineJob('payments.process-report', {
  payload: z.object({ id: z.string() }),
  async run({ id }, { now }) {
    const report = await asSystem((tx) => queries.getReport(tx, id))
    if (!report || report.done_at !== null) return
    const at = now.toISOString()
    try {
      await workThrough(report, now)
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'INTERNAL'
      await asSystem((tx) => queries.saveResult(tx, id, { done_at: null, failed_at: at, error: code }))
      throw error
    }
    await asSystem((tx) => queries.saveResult(tx, id, { done_at: at, failed_at: null, error: null }))
  },
})
