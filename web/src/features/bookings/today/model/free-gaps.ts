import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'

/** A shorter free time is not offered. */
const GAP_MIN_MINUTES = 30
const STEP_MINUTES = 15

/**
 * The free time of a room within its opening hours, from now on, in minutes of the day.
 * @param busy in any order; may overlap
 * @param now minutes of the day; a gap begins at the next quarter of an hour
 */
export function findFreeGaps(open: readonly MinuteRange[], busy: readonly MinuteRange[], now: number): MinuteRange[] {
  const earliest = Math.ceil(now / STEP_MINUTES) * STEP_MINUTES
  const gaps: MinuteRange[] = []
  for (const stretch of open) {
    let from = Math.max(stretch.from, earliest)
    const inside = busy.filter((one) => one.to > from && one.from < stretch.to).sort((a, b) => a.from - b.from)
    for (const taken of inside) {
      gaps.push({ from, to: Math.min(taken.from, stretch.to) })
      from = Math.max(from, taken.to)
    }
    gaps.push({ from, to: stretch.to })
  }
  return gaps.filter(({ from, to }) => to - from >= GAP_MIN_MINUTES)
}
