import type { KeyboardEvent } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useDayPresence } from '#features/bookings/hooks/use-day-presence.ts'
import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'
import {
  formatDays,
  formatFullDate,
  formatMonth,
  formatShortWeekday,
  formatWeekday,
} from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import { useRovingDay } from '../hooks/use-roving-day.ts'
import { countText, getDotColors } from '../model/day-marks.ts'
import { getMonth, getWeeks } from '../model/month-grid.ts'
import { getDays } from '../model/periods.ts'
import type { UrlState } from '../model/view-in-url.ts'

type DayPickerProps = {
  context: BookingContext
  urlState: UrlState
  chosenDay: string
  days: ReadonlyMap<string, readonly CalendarEntry[]>
  isClosed: (day: string) => boolean
  onNavigate: (part: Partial<UrlState>) => void
}

/** The days of a month or week as small buttons, with up to three dots for its bookings. Arrow keys move between days. */
export function DayPicker({ context, urlState, chosenDay, days, isClosed, onNavigate }: DayPickerProps) {
  const { week_starts_on } = context.studio
  const isMonth = urlState.view === 'month'
  const weeks = isMonth ? getWeeks(urlState.month, week_starts_on) : [getDays('week', chosenDay, week_starts_on)]
  const week = weeks[0] ?? []
  const isShown = (day: string) => (isMonth ? getMonth(day) === urlState.month : week.includes(day))
  const choose = (day: string) => onNavigate(isMonth ? { month: getMonth(day), date: day } : { date: day })
  const { grid, tabStop, setVisitedDay, onKeyDown } = useRovingDay({
    getTabStop: (visitedDay) => (visitedDay && isShown(visitedDay) ? visitedDay : chosenDay),
    week_starts_on,
    isShown,
    onShowDay: choose,
  })
  const getPresence = useDayPresence(context, days.has(context.today))
  const isUrgent = ({ booking, request }: CalendarEntry) => !request && getPresence(booking, context.today).isUrgent
  const getDots = (day: string) => {
    const entries = days.get(day) ?? []
    return day === context.today ? getDotColors(entries, context.now, isUrgent) : getDotColors(entries)
  }
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a date grid of ARIA may be a table, whose cells the arrow keys reach.
      role="grid"
      aria-label={isMonth ? formatMonth(urlState.month) : formatDays(week[0] ?? chosenDay, week.at(-1) ?? chosenDay)}
      className="w-full table-fixed border-separate border-spacing-0"
    >
      {isMonth && <WeekdayLetters week={week} />}
      <tbody>
        {weeks.map((daysOfWeek) => (
          <tr key={daysOfWeek[0]}>
            {daysOfWeek.map((day) => (
              <td key={day} className="p-0">
                {isShown(day) && (
                  <DayButton
                    day={day}
                    count={countText(days.get(day) ?? [])}
                    dots={getDots(day)}
                    withLetter={!isMonth}
                    isToday={day === context.today}
                    isChosen={day === chosenDay}
                    isClosed={isClosed(day)}
                    isTabStop={day === tabStop}
                    onChoose={() => {
                      setVisitedDay(day)
                      choose(day)
                    }}
                    onKeyDown={(event) => onKeyDown(event, day)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const weekdayLetter = (day: string) => formatShortWeekday(day).slice(0, 1)

const WeekdayLetters = ({ week }: { week: readonly string[] }) => (
  <thead>
    <tr>
      {week.map((day) => (
        <th
          key={day}
          scope="col"
          aria-label={formatWeekday(day)}
          className="pb-1 text-xs font-medium text-muted-foreground"
        >
          {weekdayLetter(day)}
        </th>
      ))}
    </tr>
  </thead>
)

type DayButtonProps = {
  day: string
  /** The number of its bookings in words. */
  count: string
  /** The colors of its dots. */
  dots: readonly string[]
  withLetter: boolean
  isToday: boolean
  isChosen: boolean
  isClosed: boolean
  isTabStop: boolean
  onChoose: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function DayButton({ day, count, dots, isToday, isChosen, isClosed, isTabStop, ...props }: DayButtonProps) {
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={isChosen}
      aria-label={[formatFullDate(day), count, isClosed && 'closed'].filter(Boolean).join(', ')}
      onClick={props.onChoose}
      onKeyDown={props.onKeyDown}
      className="grid min-h-11 w-full place-content-center justify-items-center gap-px rounded-md -outline-offset-2"
    >
      {props.withLetter && (
        <span className="text-xs leading-none font-medium text-muted-foreground">{weekdayLetter(day)}</span>
      )}
      <span
        className={cx(
          'grid place-items-center rounded-full text-sm tabular-nums',
          props.withLetter ? 'size-6' : 'size-7',
          numberLook({ isToday, isChosen, isClosed }),
        )}
      >
        {Number(day.slice(8))}
      </span>
      <span className="flex h-2 items-center gap-0.5">
        {Array.from(dots.entries(), ([position, color]) => (
          <span key={position} className={cx('size-1.5 rounded-full bg-current', color)} />
        ))}
      </span>
    </button>
  )
}

function numberLook({ isToday, isChosen, isClosed }: Pick<DayButtonProps, 'isToday' | 'isChosen' | 'isClosed'>) {
  if (isChosen) return 'bg-primary font-semibold text-on-primary'
  if (isToday) return 'border border-link font-semibold text-link'
  return isClosed && 'text-muted-foreground'
}
