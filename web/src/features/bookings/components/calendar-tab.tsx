import { useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { problemOf } from '../../../lib/problem.ts'
import { ownTimeZone } from '../../../lib/time.ts'
import { useIsPhone } from '../../../lib/use-media.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Failed } from '../../../ui/states.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { bookingsBetweenQuery, useBookingsBetween, useHasBookings } from '../api.ts'
import { entriesByDay } from '../parts/day-entries.ts'
import { monthOfDay, rangeOf, shiftMonth } from '../parts/month-grid.ts'
import type { Place } from '../parts/use-place.ts'
import { monthInFull, zoneNote } from '../parts/wording.ts'
import { Agenda } from './agenda.tsx'
import { DayDialog } from './day-dialog.tsx'
import { Legend } from './legend.tsx'
import { NoBookingsYet } from './list-tab.tsx'
import { MonthGrid } from './month-grid.tsx'

type CalendarTabProps = {
  place: Place
  isLoading: boolean
  month: string
  onMonth: (month: string) => void
  onBook: (day: string) => void
  newBooking: ReactNode
}

const nothing = { items: [], busy: [] }

/** A month of the studio at a glance (spec section 2); on a phone as an agenda. */
export function CalendarTab({ place, isLoading, month, onMonth, onBook, newBooking }: CalendarTabProps) {
  const [openDay, setOpenDay] = useState<string | null>(null)
  const [withCancelled, setWithCancelled] = useState(false)
  const isPhone = useIsPhone()
  const range = rangeOf(month)
  const bookings = useBookingsBetween(place.studio.id, range)
  const isEmpty = bookings.data?.items.length === 0
  const hasAny = useHasBookings(place.studio.id, isEmpty)
  const days = useMemo(
    () => entriesByDay(isLoading ? nothing : (bookings.data ?? nothing), { withCancelled }),
    [bookings.data, isLoading, withCancelled],
  )
  const isWaiting = isLoading || bookings.isPending
  const view = { place, month, days, onOpenDay: setOpenDay }
  return (
    <Card
      title="Calendar View"
      description={
        place.seesAll ? 'Visual overview of all studio bookings' : 'Your sessions, and when the studio is busy'
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <MonthBar place={place} month={month} onMonth={onMonth} isWaiting={isWaiting && !bookings.error} />
        <Switch label="Show cancelled" checked={withCancelled} onChange={setWithCancelled} />
      </div>
      <ZoneNote zone={place.studio.timezone} />
      {isEmpty && hasAny.data === false && <NoBookingsYet place={place} newBooking={newBooking} />}
      {bookings.error && !bookings.data ? (
        <Failed
          title="Failed to load bookings"
          message={problemOf(bookings.error).message}
          onRetry={() => bookings.refetch()}
          retrying={bookings.isFetching}
        />
      ) : isPhone ? (
        <Agenda key={month} {...view} isWaiting={isWaiting} />
      ) : (
        <MonthGrid {...view} onMonth={onMonth} />
      )}
      <Legend ofOthers={place.seesAll ? 'blocked' : 'busy'} />
      {openDay && (
        <DayDialog
          place={place}
          day={openDay}
          entries={days.get(openDay) ?? []}
          onBook={openDay >= place.today ? () => onBook(openDay) : null}
          onClose={() => setOpenDay(null)}
        />
      )}
    </Card>
  )
}

function ZoneNote({ zone }: { zone: string }) {
  const note = zoneNote(zone, ownTimeZone())
  return note && <p className="text-xs text-muted-foreground">{note}</p>
}

type MonthBarProps = Pick<CalendarTabProps, 'place' | 'month' | 'onMonth'> & { isWaiting: boolean }

function MonthBar({ place, month, onMonth, isWaiting }: MonthBarProps) {
  const queryClient = useQueryClient()
  const move = (step: number) => {
    const to = shiftMonth(month, step)
    // Fetched while the pointer is still on its way, so that the click shows the month at once.
    const fetchAhead = () => void queryClient.prefetchQuery(bookingsBetweenQuery(place.studio.id, rangeOf(to)))
    return { onClick: () => onMonth(to), onPointerEnter: fetchAhead, onFocus: fetchAhead }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <IconButton name="Previous month" look="secondary" {...move(-1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <Button look="secondary" onClick={() => onMonth(monthOfDay(place.today))}>
        Today
      </Button>
      <IconButton name="Next month" look="secondary" {...move(1)}>
        <ChevronRight aria-hidden />
      </IconButton>
      <h3 aria-live="polite" className="ml-1 text-base font-semibold">
        {monthInFull(month)}
      </h3>
      {isWaiting && (
        <p role="status" className="flex items-center gap-2 text-sm text-muted-foreground">
          <Spinner />
          Loading bookings...
        </p>
      )}
    </div>
  )
}
