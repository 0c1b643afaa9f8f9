import type { Tier } from './schema.ts'
import { plans, TRIAL_DAYS } from './words.ts'

/**
 * The subscription that a new studio starts with (spec section 4): a trial runs 14 days, any other plan one month.
 * @param now the instant of creation
 */
export function firstPeriod(tier: Tier, now: Date) {
  const end = new Date(now)
  if (tier === 'trial') end.setUTCDate(end.getUTCDate() + TRIAL_DAYS)
  else {
    const day = end.getUTCDate()
    end.setUTCMonth(end.getUTCMonth() + 1)
    // 31 January plus a month would run over into March.
    if (end.getUTCDate() !== day) end.setUTCDate(0)
  }
  return {
    tier,
    status: tier === 'trial' ? ('trialing' as const) : ('active' as const),
    current_period_start: now.toISOString(),
    current_period_end: end.toISOString(),
  }
}

/** Whether one more client booking fits into the month. @param counted live client bookings of that month */
export function hasBookingLeft(tier: Tier, counted: number): boolean {
  const cap = plans[tier].bookings_per_month
  return cap === null || counted < cap
}

/** Whether one more room can be in use. @param counted the active rooms */
export function hasRoomLeft(tier: Tier, counted: number): boolean {
  const cap = plans[tier].rooms
  return cap === null || counted < cap
}
