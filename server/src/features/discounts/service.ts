import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canManageDiscounts } from '@studiohub/contract/features/discounts/policy.ts'
import type { Discount, DiscountChanges, NewDiscount } from '@studiohub/contract/features/discounts/schema.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { getStudio } from '#features/studios/queries.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

/** The discount codes of a studio, newest first. */
export function listDiscounts(caller: Caller, studio_id: string): Promise<{ items: Discount[] }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageDiscounts(actor, studio_id))
    return { items: await queries.listDiscounts(tx, studio_id) }
  })
}

/** Adds a code. A fixed amount is in the studio's current currency. */
export function createDiscount(
  caller: Caller,
  input: NewDiscount & { studio_id: string },
  now: Date,
): Promise<Discount> {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageDiscounts(actor, input.studio_id))
    const studio = (await getStudio(tx, input.studio_id)) ?? fail('NOT_FOUND')
    const currency = input.amount_minor === null ? null : studio.currency
    const row = { ...input, currency, created_at: now.toISOString() }
    const after = (await queries.insertDiscount(tx, row)) ?? fail('DISCOUNTS_FULL')
    await recordDiscount(tx, actor, { caller, action: 'discounts.create', after })
    return after
  })
}

/** Changes the limits of a code, or switches it off. The prices of bookings that use the code do not change. */
export function updateDiscount(
  caller: Caller,
  { id, ...changes }: DiscountChanges & { id: string },
): Promise<Discount> {
  return asActor(caller, async (tx, actor) => {
    const before = (await queries.getDiscount(tx, id)) ?? fail('NOT_FOUND')
    authorize(canManageDiscounts(actor, before.studio_id))
    const { first_date, last_date, max_uses } = { ...before, ...changes }
    if (first_date && last_date && first_date > last_date)
      fail('VALIDATION_FAILED', { fields: { last_date: 'The last day must not be before the first' } })
    if (typeof max_uses === 'number' && max_uses < before.uses)
      fail('VALIDATION_FAILED', {
        fields: { max_uses: `At least ${before.uses}: the code was already used that often.` },
      })
    const after = (await queries.updateDiscount(tx, id, changes)) ?? fail('STALE_VERSION')
    await recordDiscount(tx, actor, { caller, action: 'discounts.update', before, after })
    return after
  })
}

type DiscountChange = { caller: Caller; action: AuditAction; before?: Discount; after: Discount }

const auditedFields = [
  'id',
  'percent',
  'amount_minor',
  'max_uses',
  'max_uses_per_client',
  'is_active',
  'version',
] as const

/** Writes one audit row and notifies the open screens of the studio. */
async function recordDiscount(tx: Tx, actor: Actor, { caller, action, before, after }: DiscountChange) {
  const { id, studio_id } = after
  await audit(tx, actor, {
    action,
    studio_id,
    ...factsOfChange(before, after, auditedFields),
    object_type: 'discount',
    object_id: id,
    request_id: caller.request_id,
  })
  publish(tx, { studio_id, topic: 'discounts', id, client_id: null })
}
