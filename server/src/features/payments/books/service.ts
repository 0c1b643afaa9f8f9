import { fail } from '@studiohub/contract/errors.ts'
import type { CardBooks } from '@studiohub/contract/features/payments/books/schema.ts'
import { canSeeCardBooks } from '@studiohub/contract/features/payments/policy.ts'
import { getStudio } from '#features/studios/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { getAccount } from '../accounts/queries.ts'
import { compareWithProvider } from './comparison-jobs.ts'
import * as queries from './queries.ts'

/** A studio's disputes and payouts, and the differences between its books and the provider. */
export const getBooks = (caller: Caller, studio_id: string): Promise<CardBooks> =>
  asActor(caller, async (tx, actor) => {
    authorize(canSeeCardBooks(requireRole(actor), studio_id))
    if (!(await getStudio(tx, studio_id))) fail('NOT_FOUND')
    const comparison = await queries.getComparison(tx, studio_id)
    return {
      studio_id,
      balances: await queries.listBalances(tx, studio_id),
      disputes: await queries.listDisputes(tx, studio_id),
      payouts: await queries.listPayouts(tx, studio_id),
      compared_at: comparison?.compared_at ?? null,
      failed_at: comparison?.failed_at ?? null,
      differences: await queries.listDifferences(tx, studio_id),
      outside: await queries.listOutsideSales(tx, studio_id),
      can_compare: getCardProvider() !== null && (await getAccount(tx, studio_id)) !== undefined,
    }
  })

/** Compares a studio's books with the provider now. Calls the provider outside of a transaction. */
export async function compareBooks(caller: Caller, studio_id: string, now: Date): Promise<CardBooks> {
  await asActor(caller, async (tx, actor) => {
    authorize(canSeeCardBooks(requireRole(actor), studio_id))
    if (!(await getStudio(tx, studio_id))) fail('NOT_FOUND')
    if (!getCardProvider()) fail('CARDS_NOT_CONFIGURED')
    await audit(tx, actor, {
      action: 'payments.compare',
      object_type: 'card_account',
      object_id: studio_id,
      studio_id,
      request_id: caller.request_id,
      after: {},
    })
  })
  // Errors of single differences are not logged here: a job reads the remaining ones again every hour, and logs them.
  await compareWithProvider(studio_id, { now })
  return getBooks(caller, studio_id)
}
