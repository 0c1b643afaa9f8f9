import { lazy, memo, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useBookingsBetween, useHasBookings } from '#features/bookings/api.ts'
import { FilterBar } from '#features/bookings/components/filter-bar.tsx'
import { NoBookingsYet } from '#features/bookings/components/no-bookings-yet.tsx'
import type { BookingStart } from '#features/bookings/form/model/booking-form.ts'
import type { BookingPlace } from '#features/bookings/hooks/use-booking-place.ts'
import { isFiltered, matchesFilters } from '#features/bookings/model/filters.ts'
import { type Entry, entriesByDay } from '#features/bookings/shared/day-entries.ts'
import { formatMonth, zoneNote } from '#features/bookings/shared/wording.ts'
import { browserTimeZone } from '#lib/page/time.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Card } from '#ui/card.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Switch } from '#ui/switch.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { getMonth } from '../model/month-grid.ts'
import { getDays } from '../model/periods.ts'
import { changeScale, type InUrl, type Scale } from '../model/view-in-url.ts'
import { Agenda } from './agenda.tsx'
import { Legend } from './legend.tsx'
import { MonthGrid } from './month-grid.tsx'
import { PeriodBar, rangeAt } from './period-bar.tsx'

const loadTimeView = () => import('./time-view.tsx')
const TimeView = lazy(async () => ({ default: (await loadTimeView()).TimeView }))

const loadDayDialog = () => import('./day-dialog.tsx')
const DayDialog = lazy(async () => ({ default: (await loadDayDialog()).DayDialog }))

type CalendarTabProps = {
  place: BookingPlace
  isLoading: boolean
  inUrl: InUrl
  onGo: (part: Partial<InUrl>) => void
  onBook: (wish: BookingStart) => void
  onOpen: (id: string) => void
  newBooking: ReactNode
}

const scaleChoices: readonly { value: Scale; label: string }[] = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
  { value: 'day', label: 'Day' },
]

/** The studio's calendar: a month (spec section 2), or the rooms in a week or a day. */
export const CalendarTab = memo(function CalendarTab(props: CalendarTabProps) {
  const { place, isLoading, inUrl, onGo } = props
  const [withCancelled, setWithCancelled] = useState(false)
  const isPhone = useIsPhone()
  usePrefetch(loadTimeView)
  usePrefetch(loadDayDialog)
  const bar = (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3 max-md:justify-start">
      <Segmented
        label="View"
        value={inUrl.scale}
        onChange={(scale) => onGo(changeScale(inUrl, scale, place.today))}
        choices={scaleChoices}
      />
      <PeriodBar place={place} isLoading={isLoading} at={inUrl} onGo={onGo} />
    </div>
  )
  return (
    <Card title="Calendar View" description="Visual overview of all studio bookings" action={!isPhone && bar}>
      {isPhone && bar}
      <FilterBar place={place} filters={inUrl.filters} onChange={(filters) => onGo({ filters })} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Legend />
        <Switch label="Show cancelled" checked={withCancelled} onChange={setWithCancelled} />
      </div>
      <ZoneNote zone={place.studio.timezone} />
      <Period {...props} withCancelled={withCancelled} isPhone={isPhone} />
    </Card>
  )
})

type PeriodProps = CalendarTabProps & { withCancelled: boolean; isPhone: boolean }

/** The bookings of the period at its scale; always an agenda on phones. */
function Period(props: PeriodProps) {
  const { place, isLoading, inUrl, newBooking, withCancelled, isPhone } = props
  const { scale, date, filters } = inUrl
  const bookings = useBookingsBetween(place.studio.id, rangeAt(inUrl))
  const isEmpty = bookings.data?.items.length === 0
  const hasAny = useHasBookings(place.studio.id, isEmpty)
  const days = useMemo(() => {
    const items = isLoading ? [] : (bookings.data?.items ?? [])
    const wanted = isFiltered(filters) ? items.filter((booking) => matchesFilters(booking, filters)) : items
    return entriesByDay(wanted, { withCancelled: withCancelled || filters.status === 'cancelled' })
  }, [bookings.data, isLoading, withCancelled, filters])
  if (bookings.error && !bookings.data) {
    return (
      <ErrorState
        title="Failed to load bookings"
        message={describeError(bookings.error).message}
        onRetry={() => bookings.refetch()}
        retrying={bookings.isFetching}
      />
    )
  }
  const isNew = isEmpty && hasAny.data === false
  const isWaiting = isLoading || bookings.isPending
  return (
    <>
      {isNew && <NoBookingsYet newBooking={newBooking} />}
      {scale === 'month' || isPhone ? (
        <Days {...props} days={days} isWaiting={isWaiting} isNew={isNew} />
      ) : (
        <Suspense fallback={<SkeletonRows />}>
          <TimeView {...props} key={scale} scale={scale} date={date} days={days} />
        </Suspense>
      )}
    </>
  )
}

type DaysProps = Omit<PeriodProps, 'withCancelled'> & {
  days: ReadonlyMap<string, readonly Entry[]>
  isWaiting: boolean
  isNew: boolean
}

/** The month grid, an agenda on phones, and the dialog of an opened day. */
function Days({ place, inUrl, onGo, onBook, onOpen, isPhone, days, isWaiting, isNew }: DaysProps) {
  const [openDay, setOpenDay] = useState<string | null>(null)
  const { scale, month, date } = inUrl
  const own = scale === 'month' ? null : getDays(scale, date)
  return (
    <>
      {!isPhone && (
        <MonthGrid
          place={place}
          month={month}
          days={days}
          onOpenDay={setOpenDay}
          onMonth={(to) => onGo({ month: to })}
        />
      )}
      {isPhone && !(isNew && days.size === 0) && (
        <Agenda
          key={`${scale} ${month} ${date}`}
          place={place}
          holds={(day) => (own ? own.includes(day) : getMonth(day) === month)}
          period={own ? `${scale === 'day' ? 'on this day' : 'in this week'}` : `in ${formatMonth(month)}`}
          days={days}
          onOpen={onOpen}
          isWaiting={isWaiting}
        />
      )}
      {openDay && (
        <Suspense fallback={<LoadingOverlay>Opening the day...</LoadingOverlay>}>
          <DayDialog
            place={place}
            day={openDay}
            entries={days.get(openDay) ?? []}
            onBook={openDay >= place.today ? () => onBook({ booking_date: openDay }) : null}
            onOpen={onOpen}
            onClose={() => setOpenDay(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function ZoneNote({ zone }: { zone: string }) {
  const note = zoneNote(zone, browserTimeZone())
  return note && <p className="text-xs text-muted-foreground">{note}</p>
}
