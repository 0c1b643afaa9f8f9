/** The rules for reading a typed day. Days are `yyyy-MM-dd`. */
export type DateRules = {
  isMonthFirst: boolean
  today: string
  min?: string | undefined
  max?: string | undefined
}

type DateParts = { year?: number; month?: number; day: number }

const DAY_MS = 86_400_000
const FIRST_YEAR = 1900
const LAST_YEAR = 2199
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const relativeDays: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 }

const padTwo = (part: number) => String(part).padStart(2, '0')
const toTimestamp = (day: string) => Date.parse(`${day}T00:00:00Z`)
const plusDays = (day: string, days: number) => new Date(toTimestamp(day) + days * DAY_MS).toISOString().slice(0, 10)

/** `yyyy-MM-dd`, or null if there is no such day. */
function formatExistingDay({ year, month, day }: Required<DateParts>): string | null {
  if (year < FIRST_YEAR || year > LAST_YEAR) return null
  const text = `${year}-${padTwo(month)}-${padTwo(day)}`
  const time = toTimestamp(text)
  return Number.isNaN(time) || new Date(time).getUTCDate() !== day ? null : text
}

/**
 * Parses a typed day to `yyyy-MM-dd`; null if it is not a day. Understands ISO, the reader's order with any separators or none,
 * English months, and today, tomorrow and yesterday. Without a year or month it is the nearest such day that the field allows.
 */
export function readDate(text: string, rules: DateRules): string | null {
  const cleanText = cleanDayText(text)
  const relative = relativeDays[cleanText]
  if (relative !== undefined) return plusDays(rules.today, relative)
  const readings = readParts(cleanText, rules.isMonthFirst)
  // If the text is no day in the reader's order, the other order counts: 25/12 is a day in every country.
  return readings.map((parts) => completeParts(parts, rules)).find((day) => day !== null) ?? null
}

/** Like `readDate`, but null without a year of four digits: another digit could still change the meaning of such a text. */
export const readCompleteDate = (text: string, rules: DateRules): string | null =>
  /^\d{8}$|(^|\D)\d{4}($|\D)/.test(text.trim()) && !/^\d{4}$/.test(text.trim()) ? readDate(text, rules) : null

/** Lower case, without weekdays and ordinals. */
const cleanDayText = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*[\s,.]+/, '')
    .replace(/(\d)(st|nd|rd|th)\b/g, '$1')

function readParts(cleanText: string, isMonthFirst: boolean): DateParts[] {
  const numbers = cleanText.match(/\d+/g) ?? []
  const word = cleanText.match(/[a-z]+/g)
  if (word) return word.length === 1 ? readMonthName(word[0], numbers) : []
  if (numbers.length === 1) return readDigits(numbers[0] ?? '', isMonthFirst)
  if (numbers.length > 3) return []
  if (numbers[0]?.length === 4) return readInOrder([numbers[1], numbers[2], numbers[0]], true)
  return [...readInOrder(numbers, isMonthFirst), ...readInOrder(numbers, !isMonthFirst)]
}

/** 'Dec 1', '1 December 2026'. */
function readMonthName(word: string, numbers: string[]): DateParts[] {
  const month = word.length < 3 ? -1 : months.indexOf(word.slice(0, 3))
  const isMonth = month >= 0 && monthNames[month]?.startsWith(word)
  const [year] = numbers.filter((number) => number.length === 4)
  const [day, shortYear, ...rest] = numbers.filter((number) => number !== year)
  if (!isMonth || !day || rest.length > 0 || (year && shortYear)) return []
  return [{ ...yearPart(year ?? shortYear), month: month + 1, day: Number(day) }]
}

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** '12012026', '120126', '1201' or a day of the month, as a number keypad types them. */
function readDigits(digits: string, isMonthFirst: boolean): DateParts[] {
  if (digits.length <= 2) return [{ day: Number(digits) }]
  const split = [digits.slice(0, 2), digits.slice(2, 4), ...(digits.length > 4 ? [digits.slice(4)] : [])]
  if (![4, 6, 8].includes(digits.length)) return []
  const basic = digits.length === 8 ? readInOrder([digits.slice(4, 6), digits.slice(6), digits.slice(0, 4)], true) : []
  return [...readInOrder(split, isMonthFirst), ...readInOrder(split, !isMonthFirst), ...basic]
}

/** @param numbers month and day, or day and month, and the year if there is one */
function readInOrder([first, second, year]: (string | undefined)[], isMonthFirst: boolean): DateParts[] {
  if (!first || !second || first.length > 2 || second.length > 2 || year?.length === 1 || year?.length === 3) return []
  const [month, day] = isMonthFirst ? [first, second] : [second, first]
  return [{ ...yearPart(year), month: Number(month), day: Number(day) }]
}

const yearPart = (year: string | undefined) =>
  year === undefined ? {} : { year: Number(year.length === 2 ? `20${year}` : year) }

function completeParts({ year, month, day }: DateParts, rules: DateRules): string | null {
  if (year !== undefined && month !== undefined) return formatExistingDay({ year, month, day })
  const [thisYear = 0, thisMonth = 0] = rules.today.split('-').map(Number)
  const candidates = [-1, 0, 1].map((step) => {
    if (month !== undefined) return formatExistingDay({ year: thisYear + step, month, day })
    const index = thisMonth - 1 + step
    return formatExistingDay({ year: thisYear + Math.floor(index / 12), month: ((index + 12) % 12) + 1, day })
  })
  return findNearestDay(
    candidates.filter((candidate) => candidate !== null),
    rules,
  )
}

function findNearestDay(days: readonly string[], { today, min, max }: DateRules): string | null {
  const allowed = days.filter((day) => (!min || day >= min) && (!max || day <= max))
  const distance = (day: string) => Math.abs(toTimestamp(day) - toTimestamp(today))
  return [...(allowed.length > 0 ? allowed : days)].sort((a, b) => distance(a) - distance(b))[0] ?? null
}
