import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import type { ReactNode } from 'react'
import { useNow } from '#lib/hooks/use-now.ts'
import { Button } from '#ui/button.tsx'
import { useCheckins, useLiveCheckins } from '../api.ts'
import { CheckInButton } from './check-in-button.tsx'

type ArrivalsProps = {
  studio: Studio
  /** The arrivals are undefined until they are loaded. */
  children: (
    arrivals: readonly Checkin[] | undefined,
    renderCheckIn: (booking: CalendarBooking) => ReactNode,
  ) => ReactNode
}

/**
 * Gives its children the day's check-ins, updated live, and a check-in button for each session. If the check-ins do not
 * load, it says so and there are no buttons.
 */
export function Arrivals({ studio, children }: ArrivalsProps) {
  useLiveCheckins()
  const { data: checkins, error, isFetching, refetch } = useCheckins(studio.id)
  const now = useNow()
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      {children(
        checkins,
        (booking) => checkins && <CheckInButton booking={booking} studio={studio} checkins={checkins} now={now} />,
      )}
      {error && !checkins && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
          Failed to load check-ins
          <Button
            look="quiet"
            size="small"
            className="max-md:min-h-11"
            aria-label="Retry to load check-ins"
            pending={isFetching}
            onClick={() => refetch()}
          >
            Retry
          </Button>
        </p>
      )}
    </div>
  )
}
