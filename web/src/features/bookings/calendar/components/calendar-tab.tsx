import { lazy, memo, Suspense, useMemo, useState } from 'react'
import { useCalendar } from '#features/bookings/calendar-api.ts'
import { DaysOffButton } from '#features/bookings/components/days-off-button.tsx'
import { NoBookingsYetLine } from '#features/bookings/components/no-bookings-yet.tsx'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useHasBookings } from '#features/bookings/lists-api.ts'
import { isFiltered, matchesFilters } from '#features/bookings/model/filters.ts'
import { type CalendarEntry, groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'
import { ZoneNote } from '#features/bookings/shared/zone-note.tsx'
import { PlanUsage } from '#features/subscriptions/shared/plan-usage.tsx'
import { describeError } from '#lib/server/describe-error.ts'
import { usePrefetch } from '#lib/server/use-prefetch.ts'
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { getListedDays } from '../model/listed-days.ts'
import { showsTurnover } from '../model/turnover.ts'
import { getShownMonth, type UrlState } from '../model/view-in-url.ts'
import { Legend } from './legend.tsx'
import { MonthGrid } from './month-grid.tsx'
import { getDateRange, getVisibleRange } from './period-bar.tsx'

const loadTimeView = () => import('./time-view.tsx')
const TimeView = lazy(async () => ({ default: (await loadTimeView()).TimeView }))

const loadWeekRooms = () => import('./week-rooms.tsx')
const WeekRooms = lazy(async () => ({ default: (await loadWeekRooms()).WeekRooms }))

const PhoneDays = lazy(async () => ({ default: (await import('./phone-days.tsx')).PhoneDays }))

const CalendarMoves = lazy(async () => ({
  default: (await import('#features/connected-calendars/shared/calendar-moves.tsx')).CalendarMoves,
}))
const PeriodTimes = lazy(async () => ({ default: (await import('./period-times.tsx')).PeriodTimes }))

const loadDayDialog = () => import('./day-dialog.tsx')
const DayDialog = lazy(async () => ({ default: (await loadDayDialog()).DayDialog }))

type CalendarTabProps = {
  context: BookingContext
  isLoading: boolean
  /** Whether the user may see how much of the plan is used. */
  canSeePlan: boolean
  urlState: UrlState
  withCancelled: boolean
  onNavigate: (part: Partial<UrlState>) => void
  onBook: (start: InitialBookingValues) => void
  onOpen: (id: string) => void
}

/** The studio's calendar: a month (spec section 2), or the rooms in a week or a day. */
export const CalendarTab = memo(function CalendarTab(props: CalendarTabProps) {
  usePrefetch(loadTimeView)
  usePrefetch(loadWeekRooms)
  usePrefetch(loadDayDialog)
  const isPhone = useIsPhone()
  const { context, urlState, canSeePlan } = props
  const range = getDateRange(urlState, context.studio.week_starts_on)
  const bookings = useCalendar(context.studio.id, range)
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
  const visibleRange = getVisibleRange(urlState, context.studio.week_starts_on)
  const withTurnover =
    !isPhone &&
    showsHours(urlState, context) &&
    showsTurnover(bookings.data?.items ?? [], context.rooms, visibleRange.from)
  return (
    <div className="grid gap-2 md:gap-3">
      <Suspense fallback={null}>
        <CalendarMoves actor={context.actor} studio={context.studio} />
      </Suspense>
      <PeriodBookings {...props} bookings={bookings} isPhone={isPhone} />
      {isPhone && <PhoneTimes {...props} />}
      <footer className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 text-xs text-muted-foreground max-md:mt-2 max-md:gap-y-3 max-md:border-t max-md:border-border max-md:pt-4">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
          <h2 className="font-semibold text-foreground">Calendar View</h2>
          <p>Visual overview of all studio bookings</p>
          <ZoneNote zone={context.studio.timezone} />
          {!isPhone && (
            // Below the calendar, so that its first row stays at the top of the screen.
            <Suspense fallback={null}>
              <PeriodTimes context={context} range={visibleRange} />
            </Suspense>
          )}
        </div>
        {/* One line of their own, so that the legend does not end the line of a text. */}
        <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:gap-y-3">
          <Legend
            rooms={urlState.view === 'month' && !isPhone ? context.rooms : undefined}
            withTurnover={withTurnover}
          />
          {canSeePlan && <PlanUsage studio_id={context.studio.id} month={getShownMonth(urlState, context.today)} />}
        </div>
      </footer>
    </div>
  )
})

/** Whether the view has hours. A week of several rooms has none. */
const showsHours = ({ view }: UrlState, { rooms }: BookingContext) =>
  view === 'day' || (view === 'week' && rooms.length <= 1)

/** Below the agenda: days off and busy times of the listed days. */
function PhoneTimes({ context, urlState }: CalendarTabProps) {
  const listedDays = getListedDays(urlState, context)
  const [first = context.today] = listedDays
  const range = { from: first, to: listedDays.at(-1) ?? first }
  return (
    <>
      <Suspense fallback={null}>
        <PeriodTimes context={context} range={range} />
      </Suspense>
      <DaysOffButton context={context} range={range} className="justify-self-start" />
    </>
  )
}

type PeriodProps = CalendarTabProps & { bookings: ReturnType<typeof useCalendar>; isPhone: boolean }

/** The bookings of the period in the chosen view. */
function PeriodBookings(props: PeriodProps) {
  const { context, isLoading, urlState, withCancelled, bookings, isPhone } = props
  const { view, date, filters } = urlState
  const isEmpty = bookings.data?.items.length === 0
  const hasBookings = useHasBookings(context.studio.id, isEmpty)
  const days = useMemo(() => {
    const items = isLoading ? [] : (bookings.data?.items ?? [])
    const matching = isFiltered(filters) ? items.filter((booking) => matchesFilters(booking, filters)) : items
    return groupEntriesByDay(matching, { withCancelled: withCancelled || filters.status === 'cancelled' })
  }, [bookings.data, isLoading, withCancelled, filters])
  const isNew = isEmpty && hasBookings.data === false
  const isWaiting = isLoading || bookings.isPending
  if (isPhone) {
    return (
      <>
        {isNew && <NoBookingsYetLine />}
        <Suspense fallback={<SkeletonRows />}>
          <PhoneDays {...props} days={days} isWaiting={isWaiting} />
        </Suspense>
      </>
    )
  }
  return (
    <>
      {isNew && <NoBookingsYetLine />}
      {view === 'month' ? (
        <MonthWithDayDialog {...props} days={days} />
      ) : (
        <Suspense fallback={<Skeleton className="h-[calc(100dvh-16.5rem)] min-h-96" />}>
          {view === 'week' && !showsHours(urlState, context) ? (
            <WeekRooms {...props} date={date} days={days} />
          ) : (
            <TimeView {...props} key={view} view={view} date={date} days={days} />
          )}
        </Suspense>
      )}
    </>
  )
}

type MonthProps = PeriodProps & { days: ReadonlyMap<string, readonly CalendarEntry[]> }

/** The month grid, and the dialog of an opened day. */
function MonthWithDayDialog({ context, urlState, onNavigate, onBook, onOpen, days }: MonthProps) {
  const [openDay, setOpenDay] = useState<string | null>(null)
  return (
    <>
      <MonthGrid
        context={context}
        month={urlState.month}
        days={days}
        onOpenDay={setOpenDay}
        onMonth={(to) => onNavigate({ month: to })}
      />
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
