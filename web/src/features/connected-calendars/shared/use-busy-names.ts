import type { Actor } from '@studiohub/contract/actor.ts'
import { computeInstants, localTimesExist, type SessionTimes } from '@studiohub/contract/features/bookings/rules.ts'
import { SESSION_DAYS_MAX } from '@studiohub/contract/features/bookings/words.ts'
import { canSeeCalendarTimes } from '@studiohub/contract/features/connected-calendars/policy.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { useCalendarTimes } from '../api.ts'

type NamedResource = { id: string; name: string }
type BusyNamesInput = {
  actor: Actor
  studio: { id: string; timezone: string }
  /** Null while the session is not known yet. */
  session: SessionTimes | null
  /** The session needs all of these. */
  needed: readonly NamedResource[]
  /** The session needs any one of these. */
  oneOf: readonly NamedResource[]
}

/**
 * The names of the people and rooms whose connected calendars are busy during a session. Those of `oneOf` are named only if
 * all of them are busy.
 */
export function useBusyNames({ actor, studio, session, needed, oneOf }: BusyNamesInput): string[] {
  const from = session?.booking_date ?? '1970-01-01'
  const isEnabled = session !== null && canSeeCalendarTimes(actor, studio.id)
  const times = useCalendarTimes(studio.id, { from, to: plusDays(from, session?.days ?? 1) }, isEnabled)
  if (!session || !times.data?.length || !isPossible(session, studio.timezone)) return []
  const { starts_at, ends_at } = computeInstants(session, studio.timezone)
  const busyTimes = times.data.filter(
    (time) => Date.parse(time.starts_at) < Date.parse(ends_at) && Date.parse(starts_at) < Date.parse(time.ends_at),
  )
  const isBusy = ({ id }: NamedResource) => busyTimes.some(({ resource_id }) => resource_id === id)
  const rooms = oneOf.every(isBusy) ? oneOf : []
  return [...needed.filter(isBusy), ...rooms].map(({ name }) => name)
}

// While the user fills in the form, a session can be too long, or at a time that the clocks skip.
const isPossible = (session: SessionTimes, zone: string) =>
  session.days <= SESSION_DAYS_MAX && localTimesExist(session, zone)
