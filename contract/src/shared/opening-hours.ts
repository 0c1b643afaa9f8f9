/** A stretch of one day by the wall clock, `HH:mm`; it may run past midnight. */
export type Span = { opens: string; closes: string; closes_next_day: boolean }

/** When something is open on every such weekday (0 is Sunday), by the wall clock. */
export type WeeklyHours = Span & { weekday: number }

/** A day `yyyy-MM-dd` that differs from the week: it has these spans in place of its weekday's, none where it is closed. */
export type HoursException = { date: string; spans: readonly Span[] }

/** When something is open: its week, and the days on which that does not hold. */
export type Hours = { weekly: readonly WeeklyHours[]; exceptions: readonly HoursException[] }

/** A stretch in minutes from a day's midnight by the wall clock; before 0 it began the day before. */
export type Stretch = { from: number; to: number }

export const MINUTES_A_DAY = 24 * 60

/** Minutes since midnight of `HH:mm`. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** 0 (Sunday) to 6 of a day `yyyy-MM-dd`. */
export const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * MINUTES_A_DAY * 60_000).toISOString().slice(0, 10)

/** A span in minutes from the midnight of its day. */
export const stretchOf = ({ opens, closes, closes_next_day }: Span): Stretch => ({
  from: minutesOf(opens),
  to: minutesOf(closes) + (closes_next_day ? MINUTES_A_DAY : 0),
})

/** What begins on a day: an exception's spans where there is one, else those of its weekday. */
export function spansOn({ weekly, exceptions }: Hours, date: string): readonly Span[] {
  const weekday = weekdayOf(date)
  return exceptions.find((one) => one.date === date)?.spans ?? weekly.filter((span) => span.weekday === weekday)
}

/**
 * When the studio is open around a day, in minutes from that day's midnight by the wall clock: yesterday's late night,
 * the day and the day after, with stretches that touch joined, so that an evening may run into an open night. An
 * exception says what begins on its day; the night before it still ends when that night ends.
 */
export function openStretches(hours: Hours, date: string): Stretch[] {
  const stretches = [-1, 0, 1].flatMap((day) =>
    spansOn(hours, dayAfter(date, day)).map((span) => {
      const { from, to } = stretchOf(span)
      return { from: day * MINUTES_A_DAY + from, to: day * MINUTES_A_DAY + to }
    }),
  )
  stretches.sort((a, b) => a.from - b.from)
  const joined: Stretch[] = []
  for (const stretch of stretches) {
    const last = joined.at(-1)
    if (last && stretch.from <= last.to) last.to = Math.max(last.to, stretch.to)
    else joined.push(stretch)
  }
  return joined
}

/** Whether a session (studio's local time) lies wholly within opening hours. */
export function isWithinOpeningHours(
  session: { booking_date: string; start_time: string; end_time: string; ends_next_day: boolean },
  hours: Hours,
): boolean {
  const from = minutesOf(session.start_time)
  const to = minutesOf(session.end_time) + (session.ends_next_day ? MINUTES_A_DAY : 0)
  return openStretches(hours, session.booking_date).some((open) => open.from <= from && to <= open.to)
}

const clock = (minutes: number) => {
  const ofDay = minutes % MINUTES_A_DAY
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
}

function overlapOf(one: Span, other: Span): Span[] {
  const [a, b] = [stretchOf(one), stretchOf(other)]
  const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)]
  if (from >= to) return []
  return [{ opens: clock(from), closes: clock(to), closes_next_day: to >= MINUTES_A_DAY }]
}

/**
 * When a resource with a week of its own is open: that week stands in place of the studio's, so it may be shorter or
 * longer; on the studio's exceptions it is open where both are.
 * @param own its week; null: it has none and keeps the studio's hours
 */
export function hoursOfResource(own: readonly WeeklyHours[] | null, studio: Hours): Hours {
  if (own === null) return studio
  return {
    weekly: own,
    exceptions: studio.exceptions.map(({ date, spans }) => {
      const week = own.filter(({ weekday }) => weekday === weekdayOf(date))
      return { date, spans: spans.flatMap((span) => week.flatMap((one) => overlapOf(span, one))) }
    }),
  }
}

/** The first span of a day that begins before an earlier one has ended, by its place in the list; -1 where none does. */
export function overlapAmong(spans: readonly Span[]): number {
  return spans.findIndex((span, index) =>
    spans.slice(0, index).some((earlier) => overlapOf(earlier, span).length > 0 || earlier.opens === span.opens),
  )
}
