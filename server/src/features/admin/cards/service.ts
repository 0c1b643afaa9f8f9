import { fail } from '@studiohub/contract/errors.ts'
import type { PlatformCards } from '@studiohub/contract/features/admin/cards/schema.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import { lastMonths } from '@studiohub/contract/features/admin/rules.ts'
import { getCardAccountState } from '@studiohub/contract/features/payments/rules.ts'
import { processEvent } from '#features/payments/events/jobs.ts'
import { getEvent, saveResult } from '#features/payments/events/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import * as queries from './queries.ts'

const MONTHS = 12
const EVENTS_SHOWN = 100

/** Studios that have connected an account for cards, with its state, by name. */
export function listCardStudios(caller: Caller, query: { cursor?: string | undefined; limit?: number | undefined }) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    await actAs(tx, 'system')
    const accounts = await queries.listAccounts(tx, { after, limit: rows })
    const studios = accounts.map(({ takes_cards, is_submitted, ...row }) => ({
      ...row,
      state: getCardAccountState({ takes_cards, is_submitted }, getCardProvider() !== null),
    }))
    return toPage(studios, limit, ({ name, studio_id }) => [name, studio_id])
  })
}

/** Card payments of clients of all studios, and the events of the payment provider that failed. */
export const getPlatformCards = (caller: Caller, now: Date): Promise<PlatformCards> =>
  asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    await actAs(tx, 'system')
    const [first = ''] = lastMonths(now, MONTHS)
    return {
      volume: await queries.listVolume(tx, first),
      failed_reports: await queries.listFailedEvents(tx, EVENTS_SHOWN),
    }
  })

/** Processes a failed event again. It reads the current state, so nothing happens twice. */
export function retryReport(caller: Caller, id: string): Promise<{ id: string }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    await actAs(tx, 'system')
    const { studio_id, failed_at, done_at } = (await getEvent(tx, id)) ?? fail('NOT_FOUND')
    if (failed_at === null || done_at !== null) fail('INVALID_TRANSITION', { message: 'This report did not fail.' })
    await saveResult(tx, id, { done_at: null, failed_at: null, error: null })
    await enqueue(tx, processEvent, { id })
    await audit(tx, actor, {
      studio_id,
      action: 'admin.retryReport',
      object_type: 'payment_event',
      object_id: id,
      before: { state: 'failed' },
      after: { state: 'waiting' },
      request_id: caller.request_id,
    })
    return { id }
  })
}
