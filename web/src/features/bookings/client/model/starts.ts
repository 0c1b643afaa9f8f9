import type { OpenDay } from '@studiohub/contract/features/availability/schema.ts'
import { minutesOf } from '@studiohub/contract/shared/opening-hours.ts'

/** Number of days shown and loaded at once. */
export const DAYS_SHOWN = 14

/** The day to show: the chosen day, else the first day with a free time. */
export const openDay = (days: readonly OpenDay[] | undefined, day: string) =>
  days?.find(({ date }) => date === day) ?? days?.find(({ free }) => free.length > 0) ?? days?.[0]

/** Start times grouped by time of day; empty groups are omitted. */
export function groupByTimeOfDay(starts: readonly string[]): { name: string; starts: string[] }[] {
  return [
    { name: 'Morning', starts: starts.filter((start) => start < '12:00') },
    { name: 'Afternoon', starts: starts.filter((start) => start >= '12:00' && start < '17:00') },
    { name: 'Evening', starts: starts.filter((start) => start >= '17:00') },
  ].filter((part) => part.starts.length > 0)
}

/** The free starts of a day that are nearest to a time, sorted by time. */
export const findNearest = (free: readonly string[], time: string, count = 3): string[] =>
  free
    .toSorted((a, b) => distance(a, time) - distance(b, time))
    .slice(0, count)
    .sort()

const distance = (a: string, b: string) => Math.abs(minutesOf(a) - minutesOf(b))
