import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { shortTimeRangeText } from '@studiohub/contract/shared/formats.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { listWeekAhead } from '#features/bookings/model/schedule.ts'
import { formatDayOfYear, formatShortWeekday, serviceLabel } from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'

const DOTS = [1, 2, 3]
/** Sessions of a day that have their own lines. */
const LINES = 3

type WeekStripProps = {
  sessions: readonly Booking[]
  context: BookingContext
  /** Shows the sessions of a day. */
  onOpenDay: (day: string) => void
}

/**
 * The next seven days. Each has the time and the client of its sessions, in a narrow container only a dot for each. Days with
 * sessions are buttons.
 */
export function WeekStrip({ sessions, context, onOpenDay }: WeekStripProps) {
  const { today } = context
  return (
    <div className="@container">
      <ul
        aria-label="Next 7 days"
        className="grid grid-cols-7 divide-x divide-border rounded-md border border-border bg-card p-1"
      >
        {listWeekAhead(sessions, today).map(({ day, sessions: ofDay }) => (
          <li key={day} className="grid grid-cols-1 px-0.5">
            {ofDay.length > 0 ? (
              <button
                type="button"
                aria-current={day === today ? 'date' : undefined}
                className={cx(dayClasses, 'hover:bg-muted')}
                onClick={() => onOpenDay(day)}
              >
                <Day day={day} sessions={ofDay} context={context} />
              </button>
            ) : (
              <div aria-current={day === today ? 'date' : undefined} className={dayClasses}>
                <Day day={day} sessions={ofDay} context={context} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const dayClasses = cx(
  'grid min-h-12 w-full grid-cols-1 content-center justify-items-center gap-0.5 rounded-md py-1',
  '@4xl:min-h-20 @4xl:content-start @4xl:justify-items-start @4xl:gap-1 @4xl:p-2 @4xl:text-left',
)

type DayProps = { day: string; sessions: readonly Booking[]; context: BookingContext }

function Day({ day, sessions, context }: DayProps) {
  const count = sessions.length
  const isToday = day === context.today
  const countText = count === 0 ? 'no sessions' : `${count} ${count === 1 ? 'session' : 'sessions'}`
  return (
    <>
      <span className="sr-only">{`${formatDayOfYear(day)}, ${countText}`}</span>
      <span aria-hidden className="grid justify-items-center gap-0.5 @4xl:flex @4xl:items-center @4xl:gap-1.5">
        <span className={cx('text-xs leading-none', isToday ? 'font-semibold text-link' : 'text-muted-foreground')}>
          {formatShortWeekday(day)}
        </span>
        <span
          className={cx(
            'grid size-6 place-items-center rounded-full text-sm tabular-nums',
            isToday && 'bg-primary font-semibold text-on-primary',
            !isToday && (count > 0 ? 'font-semibold' : 'text-muted-foreground'),
          )}
        >
          {Number(day.slice(8))}
        </span>
      </span>
      <span aria-hidden className="flex h-2 items-center gap-0.5 @4xl:hidden">
        {DOTS.slice(0, count).map((dot) => (
          <span key={dot} className="size-1.5 rounded-full bg-primary" />
        ))}
        {count > DOTS.length && (
          <span className="text-xs leading-none text-muted-foreground tabular-nums">+{count - DOTS.length}</span>
        )}
      </span>
      <SessionsOfDay sessions={sessions} context={context} />
    </>
  )
}

/** The sessions in a wide container. Screen readers have the table below. */
const SessionsOfDay = ({ sessions, context }: Omit<DayProps, 'day'>) => (
  <span aria-hidden className="hidden w-full grid-cols-1 gap-1 text-xs @4xl:grid">
    {sessions.slice(0, LINES).map((session) => (
      <span key={session.id} className="grid grid-cols-1 border-l-2 border-l-primary pl-1.5">
        <span className="truncate font-medium tabular-nums">
          {shortTimeRangeText(session.start_time, session.end_time)}
        </span>
        <span className="truncate text-muted-foreground">
          {session.client_name ?? serviceLabel(session, context.services)}
        </span>
      </span>
    ))}
    {sessions.length > LINES && <span className="text-muted-foreground">+{sessions.length - LINES} more</span>}
  </span>
)
