/** A time range of one day in local time, `HH:mm`; it may end on the next day. */
export type Span = { opens: string; closes: string; closes_next_day: boolean }

/** A weekly time range (weekday 0 is Sunday), in local time. */
export type WeeklyHours = Span & { weekday: number }

/** The exception of a date `yyyy-MM-dd`: these spans replace the weekly ones; an empty list means closed. */
export type HoursException = { date: string; spans: readonly Span[] }

/** Opening hours: weekly ranges and exceptions. */
export type Hours = { weekly: readonly WeeklyHours[]; exceptions: readonly HoursException[] }

/** A range in minutes of local time, from midnight of a day; negative minutes are on the day before. */
export type MinuteRange = { from: number; to: number }

export const MINUTES_PER_DAY = 24 * 60

/** Minutes since midnight of `HH:mm`. */
export function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** Weekday of a date `yyyy-MM-dd`: 0 (Sunday) to 6. */
export const getWeekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * MINUTES_PER_DAY * 60_000).toISOString().slice(0, 10)

/** A span in minutes from midnight of its day. */
export const toMinuteRange = ({ opens, closes, closes_next_day }: Span): MinuteRange => ({
  from: toMinutes(opens),
  to: toMinutes(closes) + (closes_next_day ? MINUTES_PER_DAY : 0),
})

/** The spans that start on a day: those of its exception, else those of its weekday. */
export function spansOn({ weekly, exceptions }: Hours, date: string): readonly Span[] {
  const weekday = getWeekday(date)
  return (
    exceptions.find((exception) => exception.date === date)?.spans ?? weekly.filter((span) => span.weekday === weekday)
  )
}

/**
 * Opening hours around a day, in minutes from its midnight in local time: from the previous day to the next. Adjacent ranges
 * are joined, so a range can cross midnight. An exception replaces only spans that start on its day; spans that started on
 * the day before still end as planned.
 */
export function openRanges(hours: Hours, date: string): MinuteRange[] {
  const ranges = [-1, 0, 1].flatMap((day) =>
    spansOn(hours, dayAfter(date, day)).map((span) => {
      const { from, to } = toMinuteRange(span)
      return { from: day * MINUTES_PER_DAY + from, to: day * MINUTES_PER_DAY + to }
    }),
  )
  ranges.sort((a, b) => a.from - b.from)
  const joined: MinuteRange[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else joined.push(range)
  }
  return joined
}

/**
 * Whether a session, in minutes from midnight of its day, is within opening hours. If it is longer than a day, only its
 * start and end are checked, because it also occupies the room at night (docs/decisions/0107).
 * @param open the hours around a day, from `openRanges`
 */
export function isOpenDuring(
  open: (date: string) => readonly MinuteRange[],
  date: string,
  { from, to }: MinuteRange,
): boolean {
  if (to - from <= MINUTES_PER_DAY) return open(date).some((hours) => hours.from <= from && to <= hours.to)
  const nights = Math.ceil(to / MINUTES_PER_DAY) - 1
  const end = to - nights * MINUTES_PER_DAY
  return (
    open(date).some((hours) => hours.from <= from && from < hours.to) &&
    open(dayAfter(date, nights)).some((hours) => hours.from < end && end <= hours.to)
  )
}

/** Whether a session (local time) is within opening hours. */
export function isWithinOpeningHours(
  session: { booking_date: string; start_time: string; end_time: string; days: number },
  hours: Hours,
): boolean {
  const from = toMinutes(session.start_time)
  const to = toMinutes(session.end_time) + (session.days - 1) * MINUTES_PER_DAY
  return isOpenDuring((date) => openRanges(hours, date), session.booking_date, { from, to })
}

const timeOf = (minutes: number) => {
  const ofDay = minutes % MINUTES_PER_DAY
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
}

function overlapOf(first: Span, second: Span): Span[] {
  const [a, b] = [toMinuteRange(first), toMinuteRange(second)]
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)]
  if (from >= to) return []
  return [{ opens: timeOf(from), closes: timeOf(to), closes_next_day: to >= MINUTES_PER_DAY }]
}

/**
 * The opening hours of a resource. Its own week replaces the studio's week and may be longer. On a date with an exception
 * the resource is open when both it and the studio are.
 * @param ownWeek its week; null uses the studio's hours
 */
export function hoursOfResource(ownWeek: readonly WeeklyHours[] | null, studio: Hours): Hours {
  if (ownWeek === null) return studio
  return {
    weekly: ownWeek,
    exceptions: studio.exceptions.map(({ date, spans }) => {
      const week = ownWeek.filter(({ weekday }) => weekday === getWeekday(date))
      return { date, spans: spans.flatMap((span) => week.flatMap((hours) => overlapOf(span, hours))) }
    }),
  }
}

/** Index of the first span that starts before an earlier one ends; -1 if there is none. */
export function findOverlap(spans: readonly Span[]): number {
  return spans.findIndex((span, index) =>
    spans.slice(0, index).some((earlier) => overlapOf(earlier, span).length > 0 || earlier.opens === span.opens),
  )
}
