import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { weekdayOf } from '@studiohub/contract/shared/opening-hours.ts'

/** The month `yyyy-MM` that a day `yyyy-MM-dd` lies in. */
export const monthOfDay = (day: string) => day.slice(0, 7)

/** The month `months` after (or, negative, before) `month`, both `yyyy-MM`. */
export function shiftMonth(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString()
}

/** The weeks that a month touches, each from Sunday to Saturday (spec section 9), of days `yyyy-MM-dd`. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const sunday = plusDays(first, -weekdayOf(first))
  const weeks: string[][] = []
  for (let start = sunday; start === sunday || monthOfDay(start) === month; start = plusDays(start, 7)) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((day) => plusDays(start, day)))
  }
  return weeks
}

/** The first and the last day that the grid of a month shows: six weeks at most, so within what one answer may span. */
export function rangeOf(month: string): { from: string; to: string } {
  const days = weeksOf(month).flat()
  return { from: days.at(0) ?? `${month}-01`, to: days.at(-1) ?? `${month}-01` }
}

const steps: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => plusDays(day, -1),
  ArrowRight: (day) => plusDays(day, 1),
  ArrowUp: (day) => plusDays(day, -7),
  ArrowDown: (day) => plusDays(day, 7),
  Home: (day) => plusDays(day, -weekdayOf(day)),
  End: (day) => plusDays(day, 6 - weekdayOf(day)),
  PageUp: (day) => Temporal.PlainDate.from(day).subtract({ months: 1 }).toString(),
  PageDown: (day) => Temporal.PlainDate.from(day).add({ months: 1 }).toString(),
}

/** Where a key leads from a day of the grid, or null where it is none of the grid's (the ARIA pattern of a date grid). */
export const dayAfterKey = (day: string, key: string): string | null => steps[key]?.(day) ?? null

/** The day that the Tab key reaches in a month: the one last visited, else today, else the first. */
export function tabStop(month: string, visited: string | null, today: string): string {
  if (visited && weeksOf(month).flat().includes(visited)) return visited
  return monthOfDay(today) === month ? today : `${month}-01`
}
