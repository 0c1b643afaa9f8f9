export const DISCOUNT_CODE_MAX = 30
export const DISCOUNTS_MAX = 200
