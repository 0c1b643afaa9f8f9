import type { OpenDay } from '@studiohub/contract/features/availability/schema.ts'
import { minutesOf } from '@studiohub/contract/shared/opening-hours.ts'

/** How many days are shown, and asked for, at once. */
export const DAYS_SHOWN = 14

const QUARTER = 15

/** The day to show: the chosen one, else the first with a free time. */
export const openDay = (days: readonly OpenDay[] | undefined, day: string) =>
  days?.find(({ date }) => date === day) ?? days?.find(({ free }) => free.length > 0) ?? days?.[0]

/**
 * Which of the free starts of a day are shown: the full and half hours, and the beginning of each free stretch, so that every
 * stretch can be booked. @param chosen is always shown
 */
export function shownStarts(free: readonly string[], chosen: string): string[] {
  const all = new Set(free.map(minutesOf))
  return free.filter((start) => {
    const minutes = minutesOf(start)
    return minutes % 30 === 0 || !all.has(minutes - QUARTER) || start === chosen
  })
}

/** The same by the time of day; empty parts are left out. */
export function partsOfDay(starts: readonly string[]): { name: string; starts: string[] }[] {
  return [
    { name: 'Morning', starts: starts.filter((start) => start < '12:00') },
    { name: 'Afternoon', starts: starts.filter((start) => start >= '12:00' && start < '17:00') },
    { name: 'Evening', starts: starts.filter((start) => start >= '17:00') },
  ].filter((part) => part.starts.length > 0)
}

/** The free starts nearest to a wanted one of the same day, in the order of time. */
export const nearestTo = (free: readonly string[], wanted: string, count = 3): string[] =>
  free
    .toSorted((one, other) => distance(one, wanted) - distance(other, wanted))
    .slice(0, count)
    .sort()

const distance = (one: string, other: string) => Math.abs(minutesOf(one) - minutesOf(other))
