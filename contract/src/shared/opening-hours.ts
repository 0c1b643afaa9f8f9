/** When something is open on every such weekday (0 is Sunday), by the wall clock. */
export type WeeklyHours = { weekday: number; opens: string; closes: string; closes_next_day: boolean }

export const MINUTES_A_DAY = 24 * 60

/** Minutes since midnight of `HH:mm`. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** 0 (Sunday) to 6 of a day `yyyy-MM-dd`. */
export const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/**
 * When the studio is open around a day, in minutes from that day's midnight by the wall clock: yesterday's late night,
 * the day and the day after, with stretches that touch joined, so that an evening may run into an open night.
 */
export function openStretches(hours: readonly WeeklyHours[], date: string): { from: number; to: number }[] {
  const weekday = weekdayOf(date)
  const stretches = [-1, 0, 1].flatMap((day) =>
    hours
      .filter((open) => open.weekday === (weekday + day + 7) % 7)
      .map((open) => ({
        from: day * MINUTES_A_DAY + minutesOf(open.opens),
        to: (day + (open.closes_next_day ? 1 : 0)) * MINUTES_A_DAY + minutesOf(open.closes),
      })),
  )
  stretches.sort((a, b) => a.from - b.from)
  const joined: { from: number; to: number }[] = []
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
  hours: readonly WeeklyHours[],
): boolean {
  const from = minutesOf(session.start_time)
  const to = minutesOf(session.end_time) + (session.ends_next_day ? MINUTES_A_DAY : 0)
  return openStretches(hours, session.booking_date).some((open) => open.from <= from && to <= open.to)
}
