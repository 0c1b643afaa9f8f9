import { computeOnce } from '#shared/compute-once.ts'
import { DAY_MS } from '#shared/durations.ts'
import { instantAt, localAt } from '#shared/instants.ts'
import { isTimeZone } from '#shared/time.ts'
import { toPlainText } from '../rules.ts'
import type { DateOrder } from '../words.ts'

/** A date and, if the cell has them, a time and a zone: an IANA name, an offset such as `+02:00`, or `UTC`. */
export type Moment = { date: string; time: string | null; zone: string | null }
export type Problem = { problem: string }

const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da']
const CENTURY_BREAK = 70
const EXCEL_EPOCH = Date.UTC(1899, 11, 30)

/** The names of months or weekdays in several languages, with their numbers from 1. */
function listNames(part: 'month' | 'weekday', count: number): Map<string, number> {
  const names = new Map<string, number>()
  for (const locale of LOCALES) {
    for (const width of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { [part]: width, day: 'numeric', timeZone: 'UTC' })
      for (let number = 1; number <= count; number += 1) {
        // 2024-01-01 is a Monday.
        const date = part === 'month' ? Date.UTC(2024, number - 1, 1) : Date.UTC(2024, 0, number)
        const text = format.formatToParts(date).find(({ type }) => type === part)?.value
        if (text) names.set(toPlainText(text), number)
      }
    }
  }
  return names
}

/** Computed on first use, because building the names takes some milliseconds. */
const getMonths = computeOnce(() => listNames('month', 12).set('sept', 9))
const getWeekdays = computeOnce(() => listNames('weekday', 7))

const findMonth = (word: string) => getMonths().get(toPlainText(word))
const isWeekday = (word: string) => getWeekdays().has(toPlainText(word))

const numericDate = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?!\d)/
const isoDate = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/
const compactDate = /^(\d{4})(\d\d)(\d\d)(?=$|T)/
const dayFirstName =
  /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]*(?:of |de )?\s*(\p{L}+)\.?[\s,-]*(?:de )?(\d{4}|\d{2})(?![\d:])/u
const monthFirstName = /^(\p{L}+)\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/u
const excelDate = /^(\d{5})(\.\d+)?$/

/** Whether a text begins with a date such as "Mar 3, 2026": "mar" is also the short Tuesday of some languages. */
const beginsWithMonth = (text: string) => findMonth(monthFirstName.exec(text)?.[1] ?? '') !== undefined

/** The text with single spaces, without the weekday at its start. */
function removeWeekday(cell: string): string {
  const text = cell.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim()
  if (beginsWithMonth(text)) return text
  return text.replace(/^(\p{L}+)\.?,?\s+/u, (whole, word: string) => (isWeekday(word) ? '' : whole))
}

const fullYear = (year: string) => (year.length === 4 ? +year : +year + (+year < CENTURY_BREAK ? 2_000 : 1_900))

/** The date as `yyyy-MM-dd`; null if there is no such day. */
function toDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= 1970 && year < 2200 ? date.toISOString().slice(0, 10) : null
}

/** The date at the start of a text, and the rest of the text; undefined if there is no date at its start. */
function splitDate(text: string, order: DateOrder): { date: string | null; rest: string } | undefined {
  const iso = isoDate.exec(text)
  if (iso) return { date: toDate(+(iso[1] ?? ''), +(iso[3] ?? ''), +(iso[4] ?? '')), rest: text.slice(iso[0].length) }
  const compact = compactDate.exec(text)
  if (compact)
    return { date: toDate(+(compact[1] ?? ''), +(compact[2] ?? ''), +(compact[3] ?? '')), rest: text.slice(8) }
  const numeric = numericDate.exec(text)
  if (numeric) {
    const [whole, first = '', sign, second = '', year = ''] = numeric
    // Dates with points have the day first in every country that writes them.
    const [day, month] = order === 'dmy' || sign === '.' ? [first, second] : [second, first]
    return { date: toDate(fullYear(year), +month, +day), rest: text.slice(whole.length) }
  }
  const named = dayFirstName.exec(text)
  const namedMonth = named && findMonth(named[2] ?? '')
  if (named && namedMonth)
    return { date: toDate(fullYear(named[3] ?? ''), namedMonth, +(named[1] ?? '')), rest: text.slice(named[0].length) }
  const american = monthFirstName.exec(text)
  const americanMonth = american && findMonth(american[1] ?? '')
  if (american && americanMonth)
    return {
      date: toDate(+(american[3] ?? ''), americanMonth, +(american[2] ?? '')),
      rest: text.slice(american[0].length),
    }
  return undefined
}

/** A day as spreadsheets store it: days since 1899-12-30, with the time as a part of a day. */
function readExcelMoment(text: string): Moment | undefined {
  const [, days, part] = excelDate.exec(text) ?? []
  if (!days || +days < 20_000 || +days > 80_000) return undefined
  const date = new Date(EXCEL_EPOCH + +days * DAY_MS).toISOString().slice(0, 10)
  if (!part) return { date, time: null, zone: null }
  const minutes = Math.round(+part * 1_440)
  return minutes < 1_440 ? { date, time: formatClock(Math.floor(minutes / 60), minutes % 60), zone: null } : undefined
}

const formatClock = (hours: number, minutes: number) =>
  `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`

const timeAtStart =
  /^(\d{1,2})(?:[:.h](\d\d))?(?:[:.](\d\d)(?:[.,]\d+)?)?\s*(?:Uhr|h)?\s*(a\.?m\.?|p\.?m\.?|a|p)?(?=$|[\s,(+Z\-–]|UTC|GMT)/i
const compactTime = /^(\d\d)(\d\d)(\d\d)?(?=$|[\s(+Z-])/

/** The time at the start of a text, and the rest of the text; undefined if there is no time at its start. */
function splitTime(text: string): { time: string | null; rest: string } | undefined {
  const compact = compactTime.exec(text)
  const match = compact ?? timeAtStart.exec(text)
  if (!match) return undefined
  const [whole, hour = '', minute] = match
  const amOrPm = compact ? undefined : match[4]?.[0]?.toLowerCase()
  // A bare number such as '10' is not read as a time, because it could mean anything.
  if (!compact && minute === undefined && !amOrPm && !/uhr|h/i.test(whole)) return undefined
  const hours = amOrPm ? (+hour % 12) + (amOrPm === 'p' ? 12 : 0) : +hour
  const isValid = hours < 24 && +(minute ?? 0) < 60 && !(amOrPm && (+hour < 1 || +hour > 12))
  return { time: isValid ? formatClock(hours, +(minute ?? 0)) : null, rest: text.slice(whole.length) }
}

const offset = /^(?:UTC|GMT)?\s?([+-−])(\d{1,2}):?(\d\d)?$/

/** Reads the time zone behind a time. An empty text means no zone. */
export function readZone(text: string): { zone: string | null } | Problem {
  const name = text
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .replace('−', '-')
    .trim()
  if (name === '') return { zone: null }
  if (/^(Z|UTC|GMT)$/i.test(name)) return { zone: 'UTC' }
  const shift = offset.exec(name)
  if (shift) return { zone: `${shift[1]}${(shift[2] ?? '').padStart(2, '0')}:${shift[3] ?? '00'}` }
  // Names such as "(GMT-05:00) America/New_York".
  const inner = /([A-Za-z]+\/[A-Za-z_/+-]+\d*)\)?$/.exec(name)?.[1]
  if (inner && isTimeZone(inner)) return { zone: inner }
  return { problem: `We don't know the time zone "${name}". Write it like Europe/Berlin or +02:00.` }
}

const describeInvalidDate = (cell: string): Problem => ({
  problem: `"${cell.trim()}" is not a date that we can read. Write it like 2026-03-04.`,
})
const describeInvalidTime = (cell: string): Problem => ({
  problem: `"${cell.trim()}" is not a time that we can read. Write it like 14:30.`,
})

/** Reads a cell with a date and perhaps a time and a zone, in any usual form. */
export function readMoment(cell: string, order: DateOrder): Moment | Problem {
  const text = removeWeekday(cell)
  const excel = readExcelMoment(text)
  if (excel) return excel
  // "10:00am - March 4, 2026": the time comes first.
  const leadingTime = splitDate(text, order) ? undefined : splitTime(text)
  const datePart = splitDate(leadingTime ? removeWeekday(removeConnector(leadingTime.rest)) : text, order)
  if (!datePart?.date) return describeInvalidDate(cell)
  if (leadingTime)
    return leadingTime.time ? { date: datePart.date, time: leadingTime.time, zone: null } : describeInvalidTime(cell)
  const rest = removeConnector(datePart.rest)
  if (rest === '') return { date: datePart.date, time: null, zone: null }
  const timePart = splitTime(rest)
  if (!timePart?.time) return describeInvalidTime(cell)
  const zone = readZone(timePart.rest)
  return 'problem' in zone ? zone : { date: datePart.date, time: timePart.time, zone: zone.zone }
}

const removeConnector = (text: string) => text.replace(/^[\s,;T–-]*(?:at|um|à|om|kl\.?|a las|@|,)?[\s,–-]*/iu, '')

/** Reads a cell with a time of day, and perhaps a zone. */
export function readTime(cell: string): { time: string; zone: string | null } | Problem {
  const timePart = splitTime(removeWeekday(cell))
  if (!timePart?.time) return describeInvalidTime(cell)
  const zone = readZone(timePart.rest)
  return 'problem' in zone ? zone : { time: timePart.time, zone: zone.zone }
}

/**
 * Guesses from the dates of a file whether the day or the month comes first.
 * @returns `value` null if the dates do not show it; `example` is a date that can be read both ways
 */
export function guessDateOrder(cells: readonly string[]): { value: DateOrder | null; example: string | null } {
  let example: string | null = null
  const orders = new Set<DateOrder>()
  for (const cell of cells) {
    const [, first = '', sign, second = ''] = numericDate.exec(removeWeekday(cell)) ?? []
    if (!sign || sign === '.') continue
    if (+first > 12) orders.add('dmy')
    else if (+second > 12) orders.add('mdy')
    else if (+first !== +second) example ??= cell.trim()
  }
  const [order] = orders
  if (orders.size === 1 && order) return { value: order, example }
  return { value: null, example: orders.size > 1 ? (example ?? cells[0] ?? '') : example }
}

/**
 * A moment in the studio's local time. Times without a zone are the studio's.
 * @returns a sentence if the clocks skip this time
 */
export function toStudioTime(
  moment: { date: string; time: string; zone: string | null },
  studio_zone: string,
): { date: string; time: string } | Problem {
  const { date, time } = moment
  const zone = moment.zone ?? studio_zone
  const instant = instantAt(date, time, zone)
  if (!instant)
    return {
      problem: `The clocks change on ${date}: ${time} does not exist on that day. Correct the time in the file.`,
    }
  return moment.zone === null ? { date, time } : localAt(instant.toString(), studio_zone)
}

const lengthWithUnits =
  /^(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std\.?|stunden?)\.?)?[\s,]*(?:(\d+)\s*(?:m|min|mins|minutes?|minuten?)\.?)?$/i

/** A length in minutes: `90`, `1:30`, `1h 30m`, `1.5 hours`. @param unit of a number without one */
export function readLength(cell: string, unit: 'minutes' | 'hours'): number | Problem {
  const text = cell.trim()
  const [, hours, minutes] = /^(\d{1,3}):(\d\d)(?::00)?$/.exec(text) ?? []
  if (hours && minutes) return +hours * 60 + +minutes
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return Math.round(+text.replace(',', '.') * (unit === 'hours' ? 60 : 1))
  const [, unitHours, unitMinutes] = lengthWithUnits.exec(text) ?? []
  if (unitHours || unitMinutes) return Math.round(+(unitHours ?? '0').replace(',', '.') * 60 + +(unitMinutes ?? 0))
  return { problem: `"${text}" is not a length that we can read. Write it like 90 or 1:30.` }
}
