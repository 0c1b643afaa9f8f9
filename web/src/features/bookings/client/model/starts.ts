import type { OpenDay } from '@studiohub/contract/features/availability/schema.ts'
import { toMinutes } from '@studiohub/contract/shared/opening-hours.ts'

/** Number of days shown and loaded at once: two weeks, or four where there is space. */
export const DAYS_SHOWN = 14
export const MONTH_DAYS_SHOWN = 28

/** The day to show: the chosen day, else the first day with a free time. */
export const findShownDay = (days: readonly OpenDay[] | undefined, day: string) =>
  days?.find(({ date }) => date === day) ?? days?.find(({ free }) => free.length > 0) ?? days?.[0]

/** The free starts of a day that are nearest to a time, sorted by time. */
export const findNearestStarts = (free: readonly string[], time: string, count = 3): string[] =>
  free
    .toSorted((a, b) => distance(a, time) - distance(b, time))
    .slice(0, count)
    .sort()

const distance = (a: string, b: string) => Math.abs(toMinutes(a) - toMinutes(b))
