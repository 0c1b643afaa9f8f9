import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { startOfWeek } from './periods.ts'

/** The month `yyyy-MM` of a date `yyyy-MM-dd`. */
export const getMonth = (day: string) => day.slice(0, 7)

/** The month `months` after (before, if negative) `month`, both `yyyy-MM`. */
export function shiftMonth(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString()
}

/** The weeks of a month as dates `yyyy-MM-dd`. @param weekStart first weekday of the studio's weeks, 0 is Sunday */
export function getWeeks(month: string, weekStart: number): string[][] {
  const first = startOfWeek(`${month}-01`, weekStart)
  const weeks: string[][] = []
  for (let start = first; start === first || getMonth(start) === month; start = plusDays(start, 7)) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((day) => plusDays(start, day)))
  }
  return weeks
}

/** First and last date of a month's grid: at most six weeks, which one API call may cover. */
export function getMonthRange(month: string, weekStart: number): { from: string; to: string } {
  const days = getWeeks(month, weekStart).flat()
  return { from: days.at(0) ?? `${month}-01`, to: days.at(-1) ?? `${month}-01` }
}

const keyMoves: Record<string, (day: string, weekStart: number) => string> = {
  ArrowLeft: (day) => plusDays(day, -1),
  ArrowRight: (day) => plusDays(day, 1),
  ArrowUp: (day) => plusDays(day, -7),
  ArrowDown: (day) => plusDays(day, 7),
  Home: startOfWeek,
  End: (day, weekStart) => plusDays(startOfWeek(day, weekStart), 6),
  PageUp: (day) => Temporal.PlainDate.from(day).subtract({ months: 1 }).toString(),
  PageDown: (day) => Temporal.PlainDate.from(day).add({ months: 1 }).toString(),
}

/** The date after a key press; null for other keys (ARIA date grid pattern). */
export const dayAfterKey = (day: string, key: string, weekStart: number): string | null =>
  keyMoves[key]?.(day, weekStart) ?? null

/** The date that the Tab key reaches in a month: the last visited day, else today, else the first day. */
export function findTabStop(
  month: string,
  weeks: readonly string[][],
  visitedDay: string | null,
  today: string,
): string {
  if (visitedDay && weeks.flat().includes(visitedDay)) return visitedDay
  return getMonth(today) === month ? today : `${month}-01`
}
