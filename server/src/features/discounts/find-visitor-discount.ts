import { fail } from '@studiohub/contract/errors.ts'
import { DiscountCode } from '@studiohub/contract/features/discounts/schema.ts'
import { type DiscountProblem, discountProblems } from '@studiohub/contract/features/discounts/words.ts'
import { asSystem } from '#platform/db/actor.ts'
import { type Limit, networkOf, requireLimits } from '#platform/http/limits.ts'
import { type FoundDiscount, getVisitorDiscount } from './queries.ts'

const codes: Limit = { name: 'visitor-codes', count: 60, per_seconds: 600 }

type VisitorCode = { studio_id: string; service_type: string; discount_code: string }
type Discount = Extract<FoundDiscount, { problem: null }>

/**
 * The discount of a code that a visitor entered. How often one client may use it is checked when booking, because only then
 * the client is known. Opens its own transaction.
 * @throws AppError DISCOUNT_NOT_VALID, RATE_LIMITED: every attempt counts, so that codes cannot be guessed
 */
export async function findVisitorDiscount(
  { studio_id, service_type, discount_code }: VisitorCode,
  { ip, now }: { ip: string; now: Date },
): Promise<Discount> {
  await requireLimits([{ limit: codes, by: networkOf(ip) }], now)
  const { data: code } = DiscountCode.safeParse(discount_code)
  if (code === undefined) return refuseDiscount('unknown')
  const found = await asSystem((tx) => getVisitorDiscount(tx, { studio_id, code, service_type, now }))
  return found.problem === null ? found : refuseDiscount(found.problem)
}

/** Fails with the reason why a code cannot be used. */
export function refuseDiscount(problem: DiscountProblem): never {
  const message = discountProblems[problem]
  return fail('DISCOUNT_NOT_VALID', { message, fields: { discount_code: message } })
}
