import type { OnConflict } from '@studiohub/contract/features/bookings/series/schema.ts'
import { z } from 'zod'

/** Repetition of a session; `every_weeks` 0 means none. */
export const Repeat = z.object({
  every_weeks: z.number(),
  ends: z.enum(['count', 'until']),
  count: z.number(),
  until: z.string(),
  skips_conflicts: z.boolean(),
})
export type Repeat = z.infer<typeof Repeat>

export const noRepeat: Repeat = { every_weeks: 0, ends: 'count', count: 4, until: '', skips_conflicts: false }

/** The repetition rule of the request. */
export function toSeriesRule({ every_weeks, ends, count, until, skips_conflicts }: Repeat) {
  const on_conflict: OnConflict = skips_conflicts ? 'skip' : 'refuse'
  const end = ends === 'count' ? { count } : until ? { until } : {}
  return { every_weeks, ...end, on_conflict }
}
