import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import type { ReactNode } from 'react'
import { useNow } from '#lib/hooks/use-now.ts'
import { useCheckins, useLiveCheckins } from '../api.ts'
import { CheckInButton } from './check-in-button.tsx'

type ArrivalsProps = {
  studio: Studio
  children: (arrivals: readonly Checkin[], renderCheckIn: (booking: CalendarBooking) => ReactNode) => ReactNode
}

/** Gives its children the day's check-ins, updated live, and a check-in button for each session. */
export function Arrivals({ studio, children }: ArrivalsProps) {
  useLiveCheckins()
  const checkins = useCheckins(studio.id).data ?? []
  const now = useNow()
  return children(checkins, (booking) => (
    <CheckInButton booking={booking} studio={studio} checkins={checkins} now={now} />
  ))
}
