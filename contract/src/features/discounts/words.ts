export const DISCOUNT_CODE_MAX = 30
export const DISCOUNTS_MAX = 200

/** Why a discount code is not valid. */
export type DiscountProblem = 'unknown' | 'early' | 'late' | 'service' | 'used_up' | 'client'

export const discountProblems: Record<DiscountProblem, string> = {
  unknown: 'This code is not valid. Check it and try again.',
  early: 'This code is not valid yet.',
  late: 'This code is no longer valid.',
  service: 'This code is not valid for this service.',
  used_up: 'This code has been used up.',
  client: 'This code has reached its limit of uses per client.',
}
