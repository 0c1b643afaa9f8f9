import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'

/** Shorter gaps are not offered. */
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
  for (const openRange of open) {
    let from = Math.max(openRange.from, earliest)
    const busyRanges = busy
      .filter((range) => range.to > from && range.from < openRange.to)
      .sort((a, b) => a.from - b.from)
    for (const busyRange of busyRanges) {
      // Overlapping ranges give negative gaps, which the filter below removes.
      gaps.push({ from, to: Math.min(busyRange.from, openRange.to) })
      from = Math.max(from, busyRange.to)
    }
    gaps.push({ from, to: openRange.to })
  }
  return gaps.filter(({ from, to }) => to - from >= GAP_MIN_MINUTES)
}
