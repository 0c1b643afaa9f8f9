import { fail } from '@studiohub/contract/errors.ts'
import { asSystem } from '#platform/db/actor.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { theCards } from '#platform/payments/open.ts'
import { getStudioOfAccount } from '../accounts/queries.ts'
import { readAccount } from '../jobs.ts'
import { findReported, insertReport } from '../queries.ts'
import { settlePayment } from '../settlement-jobs.ts'

/**
 * Stores a report about a studio's account and queues a reading. Repeats, and reports about unknown accounts and payments, are
 * ignored.
 */
export async function receiveCardReport(body: Buffer, signature: string | undefined, now: Date): Promise<void> {
  const cards = theCards() ?? fail('NOT_FOUND')
  const report = cards.readReport(body, signature, now)
  if (!report) return
  await asSystem(async (tx) => {
    const studio_id = await getStudioOfAccount(tx, report.account)
    if (!studio_id || !(await insertReport(tx, report, { studio_id, now }))) return
    if (report.type.startsWith('account.')) await enqueue(tx, readAccount, { studio_id })
    const payment_id = await findReported(tx, report)
    if (payment_id) await enqueue(tx, settlePayment, { payment_id })
  })
}
