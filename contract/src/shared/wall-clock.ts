import { DAY_MS } from './durations.ts'

/**
 * Converts local time (in milliseconds, counted as if it were UTC) to an instant (milliseconds since 1970). A time that
 * occurs twice means the first one; null if the clocks skip it.
 */
export type WallClock = (localTime: number) => number | null

/** Midnight at the start of a date `yyyy-MM-dd`, as local time for `WallClock`. */
export const getMidnight = (date: string) => Date.parse(`${date}T00:00:00Z`)

/**
 * Fast conversion for `zone` between `from` and `to` (`yyyy-MM-dd`, inclusive): reads the zone's offset changes once,
 * then uses arithmetic. Same results as `instantAt`.
 */
export function createWallClock(zone: string, from: string, to: string): WallClock {
  const periods = getOffsetPeriods(zone, getMidnight(from) - 2 * DAY_MS, getMidnight(to) + 3 * DAY_MS)
  return (localTime) => {
    for (const { begins, ends, offset } of periods) {
      const instant = localTime - offset
      if (instant >= begins && instant < ends) return instant
    }
    return null
  }
}

type OffsetPeriod = { begins: number; ends: number; offset: number }

/** The periods of constant offset, in order; the first and the last are open-ended. */
function getOffsetPeriods(zone: string, from: number, to: number): OffsetPeriod[] {
  let time = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
  let begins = Number.NEGATIVE_INFINITY
  const periods: OffsetPeriod[] = []
  for (;;) {
    const next = time.getTimeZoneTransition('next')
    const offset = time.offsetNanoseconds / 1_000_000
    if (next === null || next.epochMilliseconds > to)
      return [...periods, { begins, ends: Number.POSITIVE_INFINITY, offset }]
    periods.push({ begins, ends: next.epochMilliseconds, offset })
    begins = next.epochMilliseconds
    time = next
  }
}
