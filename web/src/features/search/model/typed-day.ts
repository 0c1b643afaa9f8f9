import { plusDays } from '@studiohub/contract/shared/instants.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The calendar date with these parts, or null if it does not exist, such as February 30. */
function toDate(year: number, month: number, day: number): string | null {
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null
}

/** A day without a year is the nearest one: this year's, or next year's if this year's was more than half a year ago. */
function nearestDay(today: string, month: number, day: number): string | null {
  const year = Number(today.slice(0, 4))
  const date = toDate(year, month, day)
  return date !== null && date < plusDays(today, -183) ? toDate(year + 1, month, day) : date
}

function findNamedDay(text: string, today: string): string | null {
  if (text === 'today') return today
  if (text === 'tomorrow') return plusDays(today, 1)
  if (text === 'yesterday') return plusDays(today, -1)
  if (text.length < 3) return null
  const weekday = weekdays.findIndex((name) => name.startsWith(text))
  if (weekday < 0) return null
  const daysAhead = (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7
  return plusDays(today, daysAhead || 7)
}

function monthAndDay(text: string, today: string): string | null {
  const [, dayBefore, name, dayAfter, year] =
    /^(\d{1,2})?\.? ?([a-z]{3,9})\.? ?(\d{1,2})?(?:,? (\d{4}))?$/.exec(text) ?? []
  const month = months.findIndex((short) => name?.startsWith(short)) + 1
  const day = Number(dayBefore ?? dayAfter)
  if (month === 0 || !day || (dayBefore && dayAfter)) return null
  return year ? toDate(Number(year), month, day) : nearestDay(today, month, day)
}

/**
 * Parses a typed day: `2026-11-30`, `30.11.`, `30/11/2026`, `nov 30`, `30 november`, `tomorrow`, `friday`; null for other texts.
 * @param monthFirst whether 11/5 means November 5
 */
export function typedDay(searchText: string, today: string, monthFirst: boolean): string | null {
  const text = searchText.trim().toLowerCase()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return toDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,2})([./])(\d{1,2})(?:\2(\d{4})?)?$/.exec(text)
  if (!numbers) return findNamedDay(text, today) ?? monthAndDay(text, today)
  const [, first, separator, second, year] = numbers
  const isMonthFirst = separator === '/' && monthFirst
  const [month, day] = isMonthFirst ? [Number(first), Number(second)] : [Number(second), Number(first)]
  return year ? toDate(Number(year), month, day) : nearestDay(today, month, day)
}
