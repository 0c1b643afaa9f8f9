import type { OnConflict } from '@studiohub/contract/features/bookings/series/schema.ts'

/** How a session repeats; `every_weeks` 0 means that it does not. */
export type Repeat = { every_weeks: number; ends: 'count' | 'until'; count: number; until: string; skips: boolean }

export const once: Repeat = { every_weeks: 0, ends: 'count', count: 4, until: '', skips: false }

/** The rule as a series is asked for. */
export function ruleOf({ every_weeks, ends, count, until, skips }: Repeat) {
  const on_conflict: OnConflict = skips ? 'skip' : 'refuse'
  const end = ends === 'until' && until ? { until } : { count }
  return { every_weeks, ...end, on_conflict }
}
