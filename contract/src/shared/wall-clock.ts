const MILLISECONDS_A_DAY = 86_400_000

/**
 * The instant (milliseconds since 1970) at which the clocks show a wall time, itself counted in milliseconds as if it were
 * UTC: the first one where the time is repeated, null where the clocks skip it.
 */
export type WallClock = (wall: number) => number | null

/** A wall time of `WallClock`: the midnight that begins a day `yyyy-MM-dd`. */
export const midnightOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

/**
 * The clocks of `zone` over the days from `from` to `to` (`yyyy-MM-dd`, both included) as plain arithmetic: the zone is
 * asked once for its changes, so that thousands of times cost no more than one. Says the same as `instantAt`.
 */
export function wallClock(zone: string, from: string, to: string): WallClock {
  const spells = spellsOf(zone, midnightOf(from) - 2 * MILLISECONDS_A_DAY, midnightOf(to) + 3 * MILLISECONDS_A_DAY)
  return (wall) => {
    for (const { begins, ends, offset } of spells) {
      const instant = wall - offset
      if (instant >= begins && instant < ends) return instant
    }
    return null
  }
}

type Spell = { begins: number; ends: number; offset: number }

/** The stretches between two changes of the clocks, in order; the first and the last have no end on the outside. */
function spellsOf(zone: string, from: number, to: number): Spell[] {
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
  let begins = Number.NEGATIVE_INFINITY
  const spells: Spell[] = []
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    const offset = at.offsetNanoseconds / 1_000_000
    if (next === null || next.epochMilliseconds > to)
      return [...spells, { begins, ends: Number.POSITIVE_INFINITY, offset }]
    spells.push({ begins, ends: next.epochMilliseconds, offset })
    begins = next.epochMilliseconds
    at = next
  }
}
