import type { OpenDay } from '@studiohub/contract/features/availability/schema.ts'
import { minutesOf } from '@studiohub/contract/shared/opening-hours.ts'

/** Number of days shown and loaded at once. */
export const DAYS_SHOWN = 14

const QUARTER = 15

/** The day to show: the chosen one, else the first with a free time. */
export const openDay = (days: readonly OpenDay[] | undefined, day: string) =>
  days?.find(({ date }) => date === day) ?? days?.find(({ free }) => free.length > 0) ?? days?.[0]

/**
 * The start times to show: full and half hours, plus the beginning of each free range, so that every range can be
 * booked. @param chosen is always shown
 */
export function pickStarts(free: readonly string[], chosen: string): string[] {
  const all = new Set(free.map(minutesOf))
  return free.filter((start) => {
    const minutes = minutesOf(start)
    return minutes % 30 === 0 || !all.has(minutes - QUARTER) || start === chosen
  })
}

/** Start times grouped by time of day; empty groups are omitted. */
export function groupByTimeOfDay(starts: readonly string[]): { name: string; starts: string[] }[] {
  return [
    { name: 'Morning', starts: starts.filter((start) => start < '12:00') },
    { name: 'Afternoon', starts: starts.filter((start) => start >= '12:00' && start < '17:00') },
    { name: 'Evening', starts: starts.filter((start) => start >= '17:00') },
  ].filter((part) => part.starts.length > 0)
}

/** The free starts closest to a wanted one on the same day, by time. */
export const findNearest = (free: readonly string[], wanted: string, count = 3): string[] =>
  free
    .toSorted((one, other) => distance(one, wanted) - distance(other, wanted))
    .slice(0, count)
    .sort()

const distance = (one: string, other: string) => Math.abs(minutesOf(one) - minutesOf(other))
