const DAY_MINUTES = 24 * 60
const namedTimes: Record<string, string> = { noon: '12:00', midnight: '00:00' }

const padTwo = (part: number) => String(part).padStart(2, '0')

/** `HH:mm`. @param minutes since midnight */
const toTime = (minutes: number) => `${padTwo(Math.floor(minutes / 60))}:${padTwo(minutes % 60)}`

/** Parses a typed time of day to `HH:mm`, or null: '9', '930', '9:30', '21.30', '21h30', '9pm', 'noon'. */
export function readTime(text: string): string | null {
  const cleanText = text.trim().toLowerCase()
  if (namedTimes[cleanText]) return namedTimes[cleanText]
  const match = /^(\d{1,2})(?:\s*[:.,h\s]\s*(\d\d)|(\d\d)|\s*h)?\s*(?:([ap])\.?\s*(?:m\.?)?)?$/.exec(cleanText)
  if (!match) return null
  const [, hours, separate, joined, halfOfDay] = match
  const [hour, minute] = [Number(hours), Number(separate ?? joined ?? 0)]
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return null
  // 21:30 pm is clear, 21:30 am and 0 pm are not.
  if (halfOfDay && (hour === 0 || hour > (halfOfDay === 'a' ? 12 : 23))) return null
  const hourOfDay = halfOfDay && hour <= 12 ? (hour % 12) + (halfOfDay === 'p' ? 12 : 0) : hour % 24
  return toTime(hourOfDay * 60 + minute)
}

/** Like `readTime`, but null if another digit could still follow. */
export const readCompleteTime = (text: string): string | null =>
  /^\s*\d{1,2}\s*[:.]\s*\d\d/.test(text) || /[ap]\.?\s*m?\.?\s*$/i.test(text) ? readTime(text) : null

/** All times of a day. @param step seconds between them */
export function timesOfDay(step: number): string[] {
  const minutes = Math.max(1, Math.round(step / 60))
  return Array.from({ length: Math.ceil(DAY_MINUTES / minutes) }, (_, index) => toTime(index * minutes))
}

/** The index of `value`, or of the last time before it. */
export const indexOfTime = (times: readonly string[], value: string) => times.findLastIndex((time) => time <= value)
