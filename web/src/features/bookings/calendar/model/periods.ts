import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { weekdayOf } from '@studiohub/contract/shared/opening-hours.ts'

/** The dates of the week (Sunday to Saturday, spec section 9) of a date, or only that date. */
export function getDays(scale: 'week' | 'day', date: string): string[] {
  if (scale === 'day') return [date]
  const sunday = plusDays(date, -weekdayOf(date))
  return [0, 1, 2, 3, 4, 5, 6].map((day) => plusDays(sunday, day))
}
