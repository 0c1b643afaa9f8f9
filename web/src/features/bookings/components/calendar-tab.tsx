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

/** A month of the studio at a glance (spec section 2). */
export function CalendarTab(props: CalendarTabProps) {
  const { place, isLoading, month, onMonth } = props
  const [withCancelled, setWithCancelled] = useState(false)
  const isPhone = useIsPhone()
  const monthBar = <MonthBar place={place} isLoading={isLoading} month={month} onMonth={onMonth} />
  return (
    <Card
      title="Calendar View"
      description={
        place.seesAll ? 'Visual overview of all studio bookings' : 'Your sessions, and when the studio is busy'
      }
      action={!isPhone && monthBar}
    >
      {isPhone && monthBar}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Legend ofOthers={place.seesAll ? 'blocked' : 'busy'} />
        <Switch label="Show cancelled" checked={withCancelled} onChange={setWithCancelled} />
      </div>
      <ZoneNote zone={place.studio.timezone} />
      <Month {...props} withCancelled={withCancelled} isPhone={isPhone} />
    </Card>
  )
}

const nothing = { items: [], busy: [] }

type MonthProps = CalendarTabProps & { withCancelled: boolean; isPhone: boolean }

/** What is booked in a month: a grid, or on a phone an agenda; and the day that was opened from it. */
function Month({ place, isLoading, month, onMonth, onBook, newBooking, withCancelled, isPhone }: MonthProps) {
  const [openDay, setOpenDay] = useState<string | null>(null)
  const bookings = useBookingsBetween(place.studio.id, rangeOf(month))
  const isEmpty = bookings.data?.items.length === 0
  const hasAny = useHasBookings(place.studio.id, isEmpty)
  const days = useMemo(
    () => entriesByDay(isLoading ? nothing : (bookings.data ?? nothing), { withCancelled }),
    [bookings.data, isLoading, withCancelled],
  )
  if (bookings.error && !bookings.data) {
    return (
      <Failed
        title="Failed to load bookings"
        message={problemOf(bookings.error).message}
        onRetry={() => bookings.refetch()}
        retrying={bookings.isFetching}
      />
    )
  }
  const view = { place, month, days, onOpenDay: setOpenDay }
  const isNew = isEmpty && hasAny.data === false
  return (
    <>
      {isNew && <NoBookingsYet place={place} newBooking={newBooking} />}
      {!isPhone && <MonthGrid {...view} onMonth={onMonth} />}
      {isPhone && !(isNew && days.size === 0) && (
        <Agenda key={month} {...view} isWaiting={isLoading || bookings.isPending} />
      )}
      {openDay && (
        <DayDialog
          place={place}
          day={openDay}
          entries={days.get(openDay) ?? []}
          onBook={openDay >= place.today ? () => onBook(openDay) : null}
          onClose={() => setOpenDay(null)}
        />
      )}
    </>
  )
}

function ZoneNote({ zone }: { zone: string }) {
  const note = zoneNote(zone, ownTimeZone())
  return note && <p className="text-xs text-muted-foreground">{note}</p>
}

type MonthBarProps = Pick<CalendarTabProps, 'place' | 'isLoading' | 'month' | 'onMonth'>

function MonthBar({ place, isLoading, month, onMonth }: MonthBarProps) {
  const queryClient = useQueryClient()
  const bookings = useBookingsBetween(place.studio.id, rangeOf(month))
  const isWaiting = bookings.isLoading || (isLoading && !bookings.error)
  const move = (step: number) => {
    const to = shiftMonth(month, step)
    // Fetched while the pointer is still on its way, so that the click shows the month at once.
    const fetchAhead = () => void queryClient.prefetchQuery(bookingsBetweenQuery(place.studio.id, rangeOf(to)))
    return { onClick: () => onMonth(to), onPointerEnter: fetchAhead, onFocus: fetchAhead }
  }
  return (
    <div className="flex items-center gap-2 max-md:flex-wrap">
      {isWaiting && (
        <p role="status" className="flex items-center gap-2 text-sm text-muted-foreground">
          <Spinner />
          <span className="whitespace-nowrap">Loading bookings...</span>
        </p>
      )}
      <h3 aria-live="polite" className="mr-1 grow text-base font-semibold whitespace-nowrap">
        {monthInFull(month)}
      </h3>
      <IconButton name="Previous month" look="secondary" {...move(-1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <Button look="secondary" onClick={() => onMonth(monthOfDay(place.today))}>
        Today
      </Button>
      <IconButton name="Next month" look="secondary" {...move(1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  )
}
