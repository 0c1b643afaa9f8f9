import { fail } from '@studiohub/contract/errors.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import type { StudioOverview } from '@studiohub/contract/features/admin/studio-overview/schema.ts'
import { getCardAccountState } from '@studiohub/contract/features/payments/rules.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { listFailedMessages } from '#features/messages/queries.ts'
import { getStudio } from '#features/studios/operator-queries.ts'
import { getSubscription } from '#features/subscriptions/queries.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { listAttention } from '../attention/queries.ts'
import * as queries from './queries.ts'

const RECENT_DAYS = 30
const EMAILS_SHOWN = 10

/** One studio as operators see it: its admins, plan, sizes and connections, and what needs attention. */
export function getStudioOverview(caller: Caller, studio_id: string, now: Date): Promise<StudioOverview> {
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    const studio = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const last_active_at = await queries.getLastActivity(tx, studio_id)
    const plan = (await getSubscription(tx, studio_id)) ?? null
    await actAs(tx, 'system')
    const since = new Date(now.getTime() - RECENT_DAYS * DAY_MS).toISOString().slice(0, 10)
    return {
      studio,
      owners: await queries.listOwners(tx, studio_id),
      plan: plan && {
        provider: plan.provider,
        ends_at: plan.current_period_end,
        cancels: plan.cancel_at_period_end,
      },
      sizes: (await queries.getSizes(tx, studio_id, since)) ?? fail('NOT_FOUND'),
      ...(await readConnections(tx, studio_id)),
      last_active_at,
      failed_emails: await listFailedMessages(tx, studio_id, EMAILS_SHOWN),
      attention: await listAttention(tx, { studio_id, now, hasPlans: arePlansOn() }),
    }
  })
}

/** The states of a studio's domain, sender and account for cards. */
async function readConnections(
  tx: Tx,
  studio_id: string,
): Promise<Pick<StudioOverview, 'domain' | 'sender' | 'cards'>> {
  const connections = (await queries.getConnections(tx, studio_id)) ?? fail('NOT_FOUND')
  const { custom_domain, domain_missing_since, domain_verified_at, sender_address, has_cards, ...row } = connections
  const domainState = domain_verified_at === null ? 'unproven' : domain_missing_since === null ? 'proven' : 'missing'
  return {
    domain: custom_domain === null ? null : { name: custom_domain, state: domainState, since: domain_missing_since },
    sender: sender_address === null ? null : { address: sender_address, is_proven: row.sender_verified_at !== null },
    cards: {
      state: getCardAccountState(has_cards ? row : null, getCardProvider() !== null),
      pays_out: row.pays_out,
      differences: row.differences,
    },
  }
}
