import { lazy, memo, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useHasBookings } from '#features/bookings/api.ts'
import { useCalendar } from '#features/bookings/calendar-api.ts'
import { NoBookingsYet } from '#features/bookings/components/no-bookings-yet.tsx'
import type { BookingStart } from '#features/bookings/form/model/booking-form.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { isFiltered, matchesFilters } from '#features/bookings/model/filters.ts'
import { type CalendarEntry, entriesByDay } from '#features/bookings/shared/day-entries.ts'
import { formatMonth, zoneNote } from '#features/bookings/shared/wording.ts'
import { browserTimeZone } from '#lib/page/time.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { getMonth } from '../model/month-grid.ts'
import { getDays } from '../model/periods.ts'
import type { UrlState } from '../model/view-in-url.ts'
import { Agenda } from './agenda.tsx'
import { Legend } from './legend.tsx'
import { MonthGrid } from './month-grid.tsx'
import { rangeAt } from './period-bar.tsx'

const loadTimeView = () => import('./time-view.tsx')
const TimeView = lazy(async () => ({ default: (await loadTimeView()).TimeView }))

const loadWeekRooms = () => import('./week-rooms.tsx')
const WeekRooms = lazy(async () => ({ default: (await loadWeekRooms()).WeekRooms }))

const AbovePeriod = lazy(async () => ({ default: (await import('./above-period.tsx')).AbovePeriod }))

const loadDayDialog = () => import('./day-dialog.tsx')
const DayDialog = lazy(async () => ({ default: (await loadDayDialog()).DayDialog }))

type CalendarTabProps = {
  context: BookingContext
  isLoading: boolean
  urlState: UrlState
  withCancelled: boolean
  onGo: (part: Partial<UrlState>) => void
  onBook: (start: BookingStart) => void
  onOpen: (id: string) => void
  newBooking: ReactNode
}

/** The studio's calendar: a month (spec section 2), or the rooms in a week or a day. */
export const CalendarTab = memo(function CalendarTab(props: CalendarTabProps) {
  usePrefetch(loadTimeView)
  usePrefetch(loadWeekRooms)
  usePrefetch(loadDayDialog)
  return (
    <div className="grid gap-3">
      <Suspense fallback={null}>
        <AbovePeriod context={props.context} range={rangeAt(props.urlState, props.context.studio.week_starts_on)} />
      </Suspense>
      <Period {...props} isPhone={useIsPhone()} />
      <footer className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 text-xs text-muted-foreground">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h2 className="font-semibold text-foreground">Calendar View</h2>
          <p>Visual overview of all studio bookings</p>
          <ZoneNote zone={props.context.studio.timezone} />
        </div>
        <Legend />
      </footer>
    </div>
  )
})

type PeriodProps = CalendarTabProps & { isPhone: boolean }

/** The bookings of the period in the chosen view; on phones always as an agenda. */
function Period(props: PeriodProps) {
  const { context, isLoading, urlState, newBooking, withCancelled, isPhone } = props
  const { scale, date, filters } = urlState
  const bookings = useCalendar(context.studio.id, rangeAt(urlState, context.studio.week_starts_on))
  const isEmpty = bookings.data?.items.length === 0
  const hasAny = useHasBookings(context.studio.id, isEmpty)
  const days = useMemo(() => {
    const items = isLoading ? [] : (bookings.data?.items ?? [])
    const matching = isFiltered(filters) ? items.filter((booking) => matchesFilters(booking, filters)) : items
    return entriesByDay(matching, { withCancelled: withCancelled || filters.status === 'cancelled' })
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
          {scale === 'week' && context.rooms.length > 1 ? (
            <WeekRooms {...props} date={date} days={days} />
          ) : (
            <TimeView {...props} key={scale} scale={scale} date={date} days={days} />
          )}
        </Suspense>
      )}
    </>
  )
}

type DaysProps = PeriodProps & {
  days: ReadonlyMap<string, readonly CalendarEntry[]>
  isWaiting: boolean
  isNew: boolean
}

/** The month grid, an agenda on phones, and the dialog of an opened day. */
function Days({ context, urlState, onGo, onBook, onOpen, isPhone, days, isWaiting, isNew }: DaysProps) {
  const [openDay, setOpenDay] = useState<string | null>(null)
  const { scale, month, date } = urlState
  const own = scale === 'month' ? null : getDays(scale, date, context.studio.week_starts_on)
  return (
    <>
      {!isPhone && (
        <MonthGrid
          context={context}
          month={month}
          days={days}
          onOpenDay={setOpenDay}
          onMonth={(to) => onGo({ month: to })}
        />
      )}
      {isPhone && !(isNew && days.size === 0) && (
        <Agenda
          key={`${scale} ${month} ${date}`}
          context={context}
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
            context={context}
            day={openDay}
            entries={days.get(openDay) ?? []}
            onBook={openDay >= context.today ? () => onBook({ booking_date: openDay }) : null}
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
  return note && <p>{note}</p>
}
