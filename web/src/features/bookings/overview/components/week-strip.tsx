import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { countWeekAhead } from '#features/bookings/model/schedule.ts'
import { formatDayOfYear, formatShortWeekday } from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'

const DOTS = [1, 2, 3]

type WeekStripProps = {
  sessions: readonly Booking[]
  today: string
  /** Shows the sessions of a day. */
  onOpenDay: (day: string) => void
}

/** The next seven days with a dot for each session. Days with sessions are buttons. */
export function WeekStrip({ sessions, today, onOpenDay }: WeekStripProps) {
  return (
    <ul
      aria-label="Next 7 days"
      className="grid grid-cols-7 gap-1 rounded-md border border-border bg-card p-1 md:max-w-2xl"
    >
      {countWeekAhead(sessions, today).map(({ day, count }) => (
        <li key={day} className="grid grid-cols-1">
          {count > 0 ? (
            <button
              type="button"
              aria-current={day === today ? 'date' : undefined}
              className={cx(dayClasses, 'hover:bg-muted')}
              onClick={() => onOpenDay(day)}
            >
              <DayMarks day={day} count={count} isToday={day === today} />
            </button>
          ) : (
            <div aria-current={day === today ? 'date' : undefined} className={dayClasses}>
              <DayMarks day={day} count={count} isToday={day === today} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const dayClasses = 'grid min-h-12 w-full place-content-center justify-items-center gap-0.5 rounded-md py-1'

function DayMarks({ day, count, isToday }: { day: string; count: number; isToday: boolean }) {
  const sessions = count === 0 ? 'no sessions' : `${count} ${count === 1 ? 'session' : 'sessions'}`
  return (
    <>
      <span className="sr-only">{`${formatDayOfYear(day)}, ${sessions}`}</span>
      <span
        aria-hidden
        className={cx('text-xs leading-none', isToday ? 'font-semibold text-link' : 'text-muted-foreground')}
      >
        {formatShortWeekday(day)}
      </span>
      <span
        aria-hidden
        className={cx(
          'grid size-6 place-items-center rounded-full text-sm tabular-nums',
          isToday && 'bg-primary font-semibold text-on-primary',
          !isToday && (count > 0 ? 'font-semibold' : 'text-muted-foreground'),
        )}
      >
        {Number(day.slice(8))}
      </span>
      <span aria-hidden className="flex h-2 items-center gap-0.5">
        {DOTS.slice(0, count).map((dot) => (
          <span key={dot} className="size-1.5 rounded-full bg-primary" />
        ))}
        {count > DOTS.length && (
          <span className="text-xs leading-none text-muted-foreground tabular-nums">+{count - DOTS.length}</span>
        )}
      </span>
    </>
  )
}
