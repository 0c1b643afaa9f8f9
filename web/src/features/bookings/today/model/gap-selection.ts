import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'

/** The step of a selection, in minutes. */
const STEP = 15

const snapToStep = (minute: number) => Math.round(minute / STEP) * STEP
const clamp = (minute: number, { from, to }: MinuteRange) => Math.min(Math.max(minute, from), to)

/** The part of a free time between two minutes of the day, in either order: in quarters of an hour, at least one. */
export function selectBetween(gap: MinuteRange, first: number, last: number): MinuteRange {
  const from = clamp(snapToStep(Math.min(first, last)), gap)
  const to = clamp(snapToStep(Math.max(first, last)), gap)
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
  const minutesMoved = steps * STEP
  if (isEnd)
    return { from: selected.from, to: clamp(selected.to + minutesMoved, { from: selected.from + STEP, to: gap.to }) }
  const isInside = selected.from + minutesMoved >= gap.from && selected.to + minutesMoved <= gap.to
  return isInside ? { from: selected.from + minutesMoved, to: selected.to + minutesMoved } : selected
}
