import { fail } from '@studiohub/contract/errors.ts'
import { asSystem } from '#platform/db/actor.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { getStudioOfAccount } from '../accounts/queries.ts'
import { processEvent } from './jobs.ts'
import { insertEvent } from './queries.ts'

/**
 * Stores an event about a studio's account, and queues a job that processes it. Ignores repeats and events about unknown
 * accounts.
 */
export async function receiveCardEvent(body: Buffer, signature: string | undefined, now: Date): Promise<void> {
  const cards = getCardProvider() ?? fail('NOT_FOUND')
  const event = cards.readEvent(body, signature, now)
  if (!event) return
  await asSystem(async (tx) => {
    const studio_id = await getStudioOfAccount(tx, event.account)
    if (!studio_id || !(await insertEvent(tx, event, { studio_id, now }))) return
    await enqueue(tx, processEvent, { id: event.id })
  })
}
