import { fail } from '@studiohub/contract/errors.ts'
import { DiscountCode } from '@studiohub/contract/features/discounts/schema.ts'
import { type DiscountProblem, discountProblems } from '@studiohub/contract/features/discounts/words.ts'
import { asSystem } from '#platform/db/actor.ts'
import { getNetwork, type Limit, requireLimits } from '#platform/http/limits.ts'
import type { RequestOrigin } from '#platform/http/request-origin.ts'
import { type DiscountLookup, getVisitorDiscount } from './queries.ts'

const attemptLimit: Limit = { name: 'visitor-codes', count: 60, per_seconds: 600 }

type EnteredCode = { studio_id: string; service_type: string; discount_code: string }
type Discount = Extract<DiscountLookup, { problem: null }>

/**
 * The discount of a code that a visitor entered. The limit per client is checked when they book, because the client is not known
 * before. Opens its own transaction.
 * @throws AppError DISCOUNT_NOT_VALID, or RATE_LIMITED, because every attempt counts so that codes cannot be guessed
 */
export async function findVisitorDiscount(
  { studio_id, service_type, discount_code }: EnteredCode,
  { ip, now }: RequestOrigin,
): Promise<Discount> {
  await requireLimits([{ limit: attemptLimit, by: getNetwork(ip) }], now)
  const { data: code } = DiscountCode.safeParse(discount_code)
  if (code === undefined) return failWithDiscountProblem('unknown')
  const discount = await asSystem((tx) => getVisitorDiscount(tx, { studio_id, code, service_type, now }))
  return discount.problem === null ? discount : failWithDiscountProblem(discount.problem)
}

/** Throws the error that tells why a code cannot be used. @throws AppError DISCOUNT_NOT_VALID */
export function failWithDiscountProblem(problem: DiscountProblem): never {
  const message = discountProblems[problem]
  fail('DISCOUNT_NOT_VALID', { message, fields: { discount_code: message } })
}
