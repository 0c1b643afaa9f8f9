import { useEffect } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useDayPresence } from '#features/bookings/hooks/use-day-presence.ts'
import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'

/** How late the clients of today's sessions are, or how much longer the sessions take, by the key of their entry. */
export type LateTexts = ReadonlyMap<string, string>

type LateSessionsProps = {
  context: BookingContext
  /** The entries of today. */
  entries: readonly CalendarEntry[]
  onChange: (texts: LateTexts) => void
}

/** Finds today's late sessions for the month. It shows nothing, and loads after the month, which then marks them. */
export function LateSessions({ context, entries, onChange }: LateSessionsProps) {
  const getPresence = useDayPresence(context, true)
  const late = entries.flatMap((entry): [string, string][] => {
    const { state, isUrgent } = getPresence(entry.booking, context.today)
    return isUrgent && !entry.request ? [[entry.key, state]] : []
  })
  // The texts change once a minute at most, but this renders more often.
  const texts = JSON.stringify(late)
  useEffect(() => onChange(new Map<string, string>(JSON.parse(texts))), [texts, onChange])
  return null
}
