/** The highest single price, in the smallest unit of its currency. */
export const PRICE_MINOR_MAX = 100_000_000
/** The highest total of a booking, in the smallest unit of its currency. */
export const TOTAL_MINOR_MAX = 2_000_000_000
export const PRICE_RULES_MAX = 20
export const PACKAGES_MAX = 10
export const ADD_ONS_MAX = 30
export const ADD_ON_QUANTITY_MAX = 99
export const PEOPLE_MAX = 1_000
export const PRICE_LABEL_MAX = 60
export const PRICE_REASON_MAX = 200
