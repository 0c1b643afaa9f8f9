import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { getWeekday } from '@studiohub/contract/shared/opening-hours.ts'

/** The dates of the week of a date, or only that date. @param weekStart first weekday of the studio's weeks, 0 is Sunday */
export function getDays(view: 'week' | 'day', date: string, weekStart: number): string[] {
  if (view === 'day') return [date]
  const first = startOfWeek(date, weekStart)
  return [0, 1, 2, 3, 4, 5, 6].map((day) => plusDays(first, day))
}

/** The first date of the week of a date. @param weekStart 0 is Sunday (spec section 9), unless the studio chose another day */
export const startOfWeek = (date: string, weekStart: number) =>
  plusDays(date, -((getWeekday(date) - weekStart + 7) % 7))
