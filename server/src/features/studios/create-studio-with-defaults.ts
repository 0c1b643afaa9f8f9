import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { withFirstPrices } from '@studiohub/contract/features/resources/rules.ts'
import { DEFAULT_ROOM, defaultOpeningHours } from '@studiohub/contract/features/resources/schema.ts'
import { defaultServices, type FirstPrice } from '@studiohub/contract/features/resources/services/schema.ts'
import type { StudioType } from '@studiohub/contract/features/studios/schema.ts'
import { firstPeriod } from '@studiohub/contract/features/subscriptions/rules.ts'
import type { Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { actAsCaller, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getSubscriptionProvider } from '#platform/payments/open.ts'
import * as queries from './default-queries.ts'

/** The data that each new studio starts with. */
type InitialStudio = {
  name: string
  slug: string
  type: StudioType
  tier: Tier
  is_active: boolean
  timezone: string
  currency: string
  country: string | null
  location?: string | null
  contact_email?: string | null
  contact_phone?: string | null
  /** The prices of its first services. All other services are on request. */
  prices?: readonly FirstPrice[]
}

/**
 * Creates a studio with its first room, services, opening hours and subscription, in the caller's transaction (decisions,
 * Roles).
 * @param creator the person who creates it; with `becomes_admin` they become its admin
 */
export async function createStudioWithDefaults(
  tx: Tx,
  creator: { caller: Caller; user_id: string; becomes_admin: boolean },
  studio: InitialStudio,
  now: Date,
): Promise<{ studio_id: string; actor: Actor | null }> {
  const { caller, user_id, becomes_admin } = creator
  const { tier, prices = [], ...fields } = studio
  const studio_id = randomUUID()
  const opened_at = studio.is_active ? now.toISOString() : null
  await queries.insertStudio(tx, { ...fields, id: studio_id, created_by: user_id, opened_at })
  if (becomes_admin) await queries.insertFirstAdmin(tx, { studio_id, user_id })
  // The policies of the rows below require the role of the new admin (docs/decisions/0072).
  const actor = becomes_admin ? await actAsCaller(tx, caller) : null
  await queries.insertFirstRoom(tx, studio_id, DEFAULT_ROOM)
  await queries.insertServices(tx, studio_id, withFirstPrices(defaultServices(studio.type), prices))
  await queries.insertOpeningHours(tx, studio_id, defaultOpeningHours)
  await queries.insertAssistants(tx, studio_id)
  const isUnpaid = becomes_admin && getSubscriptionProvider() !== null
  await queries.insertSubscription(tx, studio_id, firstPeriod(tier, now, isUnpaid))
  return { studio_id, actor }
}
