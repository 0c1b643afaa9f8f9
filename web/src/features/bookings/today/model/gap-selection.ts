import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'

/** In minutes. */
const STEP = 15

const snap = (minute: number) => Math.round(minute / STEP) * STEP
const within = (minute: number, { from, to }: MinuteRange) => Math.min(Math.max(minute, from), to)

/** The part of a free time between two minutes of the day, in either order: in quarters of an hour, at least one. */
export function selectBetween(gap: MinuteRange, first: number, last: number): MinuteRange {
  const from = within(snap(Math.min(first, last)), gap)
  const to = within(snap(Math.max(first, last)), gap)
  if (to - from >= STEP) return { from, to }
  return from + STEP <= gap.to ? { from, to: from + STEP } : { from: gap.to - STEP, to: gap.to }
}

/**
 * The selection after an arrow key, which moves it, or with Shift moves its end.
 * @param selected null before the first key, which selects the first `minutes` of the gap
 */
export function moveSelection(
  gap: MinuteRange,
  selected: MinuteRange | null,
  { steps, isEnd, minutes }: { steps: -1 | 1; isEnd: boolean; minutes: number },
): MinuteRange {
  if (!selected) return { from: gap.from, to: Math.min(gap.from + minutes, gap.to) }
  const by = steps * STEP
  if (isEnd) return { from: selected.from, to: within(selected.to + by, { from: selected.from + STEP, to: gap.to }) }
  const isInside = selected.from + by >= gap.from && selected.to + by <= gap.to
  return isInside ? { from: selected.from + by, to: selected.to + by } : selected
}
