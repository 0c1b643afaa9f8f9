import { type Actor, worksAtDesk } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canSeeReductions } from '@studiohub/contract/features/bookings/policy.ts'
import type { Reductions, ReductionsRequest } from '@studiohub/contract/features/prices/reductions/schema.ts'
import { failWithDiscountProblem } from '#features/discounts/find-visitor-discount.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { type BookingContext, getBookingContext } from '../context/queries.ts'

/** The reductions of a service for the caller, or for a client that the desk names. */
export async function getReductions(caller: Caller, input: ReductionsRequest, now: Date): Promise<Reductions> {
  await limitCodeAttempts(caller, input, now)
  return asActor(caller, async (tx, callingActor) => {
    const actor = requireRole(callingActor)
    authorize(canSeeReductions(actor, input.studio_id))
    const context = (await getContextFor(tx, actor, input)) ?? fail('NOT_FOUND')
    checkDiscount(context)
    return toReductions(context)
  })
}

type PriceInput = Pick<ReductionsRequest, 'studio_id' | 'service_type' | 'client_id' | 'discount_code'>

/** The booking context for a price. Only the desk may name a client; for other callers it is their own. */
export const getContextFor = (tx: Tx, actor: Actor, { client_id, ...input }: PriceInput) =>
  getBookingContext(tx, { ...input, client_id: worksAtDesk(actor, input.studio_id) ? client_id : null })

/** The reductions of the service for the client. */
export const toReductions = ({ rate, packages, discount, credit_minor }: BookingContext): Reductions => ({
  rate,
  packages,
  credit_minor: Math.max(0, credit_minor),
  discount: discount && 'id' in discount ? discount : null,
})

/** Fails if the entered discount code does not apply. */
export function checkDiscount({ discount }: Pick<BookingContext, 'discount'>) {
  if (discount?.problem) failWithDiscountProblem(discount.problem)
}

const codeLimit: Limit = { name: 'discount-codes', count: 30, per_seconds: 600 }

/** Limits how many codes one person can try. Calls without a code are not counted. */
export async function limitCodeAttempts(
  caller: Caller,
  { discount_code }: { discount_code?: string | null | undefined },
  now: Date,
) {
  if (!discount_code) return
  const user_id = await asActor({ ...caller, idempotency: undefined }, async (_tx, actor) => actor.user_id)
  if (user_id) await requireLimits([{ limit: codeLimit, by: user_id }], now)
}
