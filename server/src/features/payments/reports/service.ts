import { fail } from '@studiohub/contract/errors.ts'
import { asSystem } from '#platform/db/actor.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { theCards } from '#platform/payments/open.ts'
import { getStudioOfAccount } from '../accounts/queries.ts'
import { processReport } from './jobs.ts'
import { insertReport } from './queries.ts'

/**
 * Stores a report about a studio's account, and queues a job that processes it. Repeats and reports about unknown accounts
 * are ignored.
 */
export async function receiveCardReport(body: Buffer, signature: string | undefined, now: Date): Promise<void> {
  const cards = theCards() ?? fail('NOT_FOUND')
  const report = cards.readReport(body, signature, now)
  if (!report) return
  await asSystem(async (tx) => {
    const studio_id = await getStudioOfAccount(tx, report.account)
    if (!studio_id || !(await insertReport(tx, report, { studio_id, now }))) return
    await enqueue(tx, processReport, { id: report.id })
  })
}
