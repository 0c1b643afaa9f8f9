import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import type { Lane } from '#features/bookings/model/lanes.ts'
import { formatDayOfYear, formatShortWeekday } from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import { RoomDot } from './room-dot.tsx'

type LaneHeadsProps = {
  context: BookingContext
  lanes: readonly Lane[]
  /** Opens a day; null in the view of one day. */
  onOpenDay: ((day: string) => void) | null
}

/** The headings of the grid's columns: the days, and below each day its rooms. */
export function LaneHeads({ context, lanes, onOpenDay }: LaneHeadsProps) {
  const days = [...new Set(lanes.map(({ day }) => day))]
  const withRooms = lanes.some(({ kind }) => kind !== 'all') && (context.rooms.length > 1 || days.length === 1)
  return (
    <div
      data-heads
      className="sticky top-0 z-20 grid border-b border-border bg-card"
      style={{ gridTemplateColumns: `repeat(${lanes.length}, 1fr)` }}
    >
      {days.map((day) => {
        const span = { gridColumn: `span ${lanes.filter((lane) => lane.day === day).length}` }
        const look = cx(
          'border-l border-border px-2 py-1.5 text-left text-xs first:border-l-0',
          day === context.today && 'text-link',
        )
        const dayHead = (
          <span className="sticky left-15">
            <span className="text-muted-foreground">{formatShortWeekday(day)}</span>{' '}
            <span className="text-sm font-semibold tabular-nums">{Number(day.slice(8))}</span>
            <span className="sr-only">, {formatDayOfYear(day)}</span>
            {day === context.today && <span className="sr-only">, today</span>}
          </span>
        )
        if (!onOpenDay) {
          // Above the calendar, there is the date of a single day.
          return (
            <div key={day} className={withRooms ? 'sr-only' : look} style={span}>
              {dayHead}
            </div>
          )
        }
        return (
          <button
            key={day}
            type="button"
            onClick={() => onOpenDay(day)}
            className={cx(look, '-outline-offset-2 hover:bg-muted')}
            style={span}
          >
            {dayHead}
          </button>
        )
      })}
      {withRooms &&
        lanes.map((lane, index) => (
          <div
            key={lane.key}
            title={lane.room?.name}
            className={cx(
              'line-clamp-2 border-l border-border px-1.5 pb-1 text-xs leading-tight text-muted-foreground wrap-anywhere',
              !onOpenDay && 'pt-1.5 font-medium text-foreground',
              index === 0 && 'border-l-0',
            )}
          >
            <RoomDot color={lane.room?.color} />
            {lane.room?.name ?? 'Elsewhere'}
          </div>
        ))}
    </div>
  )
}
