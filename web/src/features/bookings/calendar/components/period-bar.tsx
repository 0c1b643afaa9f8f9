import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { calendarQuery, useCalendar } from '#features/bookings/calendar-api.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { formatDays, formatMonth, weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { getMonth, getMonthRange, shiftMonth } from '../model/month-grid.ts'
import { getDays } from '../model/periods.ts'
import type { CalendarView, UrlState } from '../model/view-in-url.ts'

type CalendarPosition = Pick<UrlState, 'view' | 'month' | 'date'>
type PeriodBarProps = {
  context: BookingContext
  isLoading: boolean
  position: CalendarPosition
  onNavigate: (part: Partial<CalendarPosition>) => void
}

/** The dates whose bookings a view shows. Week and day include the previous night. */
export function getDateRange({ view, month, date }: CalendarPosition, weekStart: number): { from: string; to: string } {
  if (view === 'month') return getMonthRange(month, weekStart)
  const days = getDays(view, date, weekStart)
  return { from: plusDays(days[0] ?? date, -1), to: days.at(-1) ?? date }
}

/** The dates that a view has on the screen, without the previous night. */
export function getVisibleRange(position: CalendarPosition, weekStart: number): { from: string; to: string } {
  const { from, to } = getDateRange(position, weekStart)
  return { from: position.view === 'month' ? from : plusDays(from, 1), to }
}

/** The next or previous period in the same view. */
export function shiftPeriod({ view, month, date }: CalendarPosition, steps: number): Partial<CalendarPosition> {
  if (view === 'month') return { month: shiftMonth(month, steps) }
  return { date: plusDays(date, steps * (view === 'week' ? 7 : 1)) }
}

function formatPeriod({ view, month, date }: CalendarPosition, weekStart: number): string {
  if (view === 'month') return formatMonth(month)
  if (view === 'day') return weekdayAndDay(date)
  const days = getDays('week', date, weekStart)
  return formatDays(days[0] ?? date, days.at(-1) ?? date)
}

const getCurrentPeriod: Record<CalendarView, (today: string) => Partial<CalendarPosition>> = {
  month: (today) => ({ month: getMonth(today), date: today }),
  week: (today) => ({ date: today }),
  day: (today) => ({ date: today }),
}

/** The current month, week or day, with navigation. */
export function PeriodBar({ context, isLoading, position, onNavigate }: PeriodBarProps) {
  const queryClient = useQueryClient()
  const weekStart = context.studio.week_starts_on
  const bookings = useCalendar(context.studio.id, getDateRange(position, weekStart))
  const isWaiting = bookings.isLoading || (isLoading && !bookings.error)
  const getStepProps = (steps: number) => {
    const to = shiftPeriod(position, steps)
    // Prefetch on hover, so that the click shows the period immediately.
    const prefetch = () =>
      void queryClient.prefetchQuery(calendarQuery(context.studio.id, getDateRange({ ...position, ...to }, weekStart)))
    return { onClick: () => onNavigate(to), onPointerEnter: prefetch, onFocus: prefetch }
  }
  return (
    <div className="flex items-center gap-2">
      {isWaiting && (
        // On phones the skeleton below is enough, and a week and its buttons fill the line.
        <p role="status" className="flex items-center gap-2 text-sm text-muted-foreground max-md:sr-only">
          <Spinner />
          <span className="whitespace-nowrap">Loading bookings...</span>
        </p>
      )}
      <h2 aria-live="polite" className="mr-1 grow text-base font-semibold whitespace-nowrap">
        {formatPeriod(position, weekStart)}
      </h2>
      <div className="flex gap-2">
        <IconButton name={`Previous ${position.view}`} look="secondary" {...getStepProps(-1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <Button look="secondary" onClick={() => onNavigate(getCurrentPeriod[position.view](context.today))}>
          Today
        </Button>
        <IconButton name={`Next ${position.view}`} look="secondary" {...getStepProps(1)}>
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
