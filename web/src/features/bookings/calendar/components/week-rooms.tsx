import { canUpdate } from '@studiohub/contract/features/bookings/policy.ts'
import { reservesTime } from '@studiohub/contract/features/bookings/rules.ts'
import { useMemo } from 'react'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useDayPresence } from '#features/bookings/hooks/use-day-presence.ts'
import { isClosedOn } from '#features/bookings/model/free-time.ts'
import type { Block, Lane } from '#features/bookings/model/lanes.ts'
import { getOpenTimes, getRoomHours } from '#features/bookings/model/room-hours.ts'
import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'
import { formatDayOfYear, formatDays, formatShortWeekday } from '#features/bookings/shared/wording.ts'
import { useOpeningHours } from '#features/resources/bookable-api.ts'
import { cx } from '#ui/cx.ts'
import { useBusyTimes } from '../hooks/use-busy-times.ts'
import { useMoveBookings } from '../hooks/use-move-bookings.ts'
import { useWeekCursor } from '../hooks/use-week-cursor.ts'
import { useWeekDrag } from '../hooks/use-week-drag.ts'
import { mayChangeRoom } from '../model/drag.ts'
import { getDays } from '../model/periods.ts'
import type { UrlState } from '../model/view-in-url.ts'
import { createWeekRows, getBookedMinutes, type WeekCell } from '../model/week-cells.ts'
import { MoveError } from './move-error.tsx'
import { getDateRange, shiftPeriod } from './period-bar.tsx'
import { RoomDot } from './room-dot.tsx'
import { WeekCellView } from './week-cell.tsx'

type WeekRoomsProps = {
  context: BookingContext
  urlState: UrlState
  date: string
  days: ReadonlyMap<string, readonly CalendarEntry[]>
  onNavigate: (part: Partial<UrlState>) => void
  onBook: (start: InitialBookingValues) => void
  onOpen: (id: string) => void
}

/** A week with rooms as rows and days as columns, so that all seven days fit on the screen. */
export function WeekRooms({ context, urlState, date, days, onNavigate, onBook, onOpen }: WeekRoomsProps) {
  const week = useMemo(
    () => getDays('week', date, context.studio.week_starts_on),
    [date, context.studio.week_starts_on],
  )
  const { room: onlyRoom } = urlState.filters
  const rows = useMemo(
    () =>
      createWeekRows(
        week,
        context.rooms.filter(({ id }) => onlyRoom === '' || id === onlyRoom),
        days,
      ),
    [week, context.rooms, onlyRoom, days],
  )
  const mover = useMoveBookings(context)
  const canMove = ({ entry }: Block) =>
    context.worksAtDesk &&
    !entry.request &&
    canUpdate(context.actor, entry.booking) &&
    reservesTime(entry.booking.status)
  const move = (block: Block, from: Lane, lane: Lane) =>
    mover.dropBooking({ kind: 'move', block }, { lane, from: block.from, to: block.to }, from)
  const { table, ghost } = useWeekDrag(createDragRules(rows, { canMove, move }))
  const { cursor, pickedUp, announcement, onKeyDown, setCursor } = useWeekCursor({
    rows,
    table,
    canMove,
    onDrop: move,
    onChangeWeek: (steps) => onNavigate(shiftPeriod(urlState, steps)),
  })
  const { isRoomOpen, countOpenMinutes } = useRoomHours(context)
  const getPresence = useDayPresence(context, week.includes(context.today))
  const getBusyTimes = useBusyTimes(context, getDateRange(urlState, context.studio.week_starts_on))
  return (
    <>
      <p id="calendar-keys" className="sr-only">
        Arrow keys move between days, rooms and bookings. Enter picks a booking up, Space opens it. Page keys turn to
        the week before and after.
      </p>
      <p aria-live="assertive" className="sr-only">
        {announcement}
      </p>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of ARIA may be a table, whose cells the arrow keys reach.
        role="grid"
        aria-label={formatDays(week[0] ?? date, week.at(-1) ?? date)}
        onKeyDown={onKeyDown}
        className="w-full table-fixed border-separate border-spacing-0 rounded-md border border-border bg-card"
      >
        <WeekHead week={week} today={context.today} onOpenDay={(day) => onNavigate({ view: 'day', date: day })} />
        <tbody>
          {rows.map((cells, row) => (
            <tr
              key={cells[0]?.lane.room?.id ?? 'elsewhere'}
              // Fills the screen. Rows with many entries become higher than the others.
              style={{ height: `max(6rem, calc((100dvh - 20rem) / ${rows.length}))` }}
            >
              <RowHead cells={cells} openMinutes={countOpenMinutes(cells)} />
              {cells.map((cell, column) => (
                <WeekCellView
                  key={cell.lane.day}
                  cell={cell}
                  context={context}
                  tabStop={cursor.row === row && cursor.column === column ? cursor.index : null}
                  isTarget={pickedUp?.row === row && pickedUp.column === column}
                  pickedUpKey={pickedUp?.block.key ?? null}
                  isOpen={isRoomOpen(cell.lane)}
                  busyTimes={getBusyTimes(cell.lane)}
                  canMove={canMove}
                  getPresence={getPresence}
                  onVisit={(index) => setCursor({ row, column, index })}
                  onBook={onBook}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div
        ref={ghost}
        hidden
        aria-hidden
        className="pointer-events-none fixed top-0 left-0 z-50 truncate rounded-[4px] border-2 border-primary bg-card px-2 py-1 text-xs font-semibold shadow-lg will-change-transform"
      />
      <MoveError context={context} moving={mover} />
    </>
  )
}

type DragRules = { canMove: (block: Block) => boolean; move: (block: Block, from: Lane, to: Lane) => void }

/** Decides which entries can be dragged between the cells of these rows, and to which cells. */
function createDragRules(rows: readonly WeekCell[][], { canMove, move }: DragRules) {
  const cells = rows.flat()
  const findBlock = (key: string) => {
    for (const cell of cells) {
      const block = cell.blocks.find((candidate) => candidate.key === key)
      if (block) return { block, from: cell.lane }
    }
    return null
  }
  const findLane = (key: string) => cells.find(({ lane }) => lane.key === key)?.lane
  return {
    canDrag: (key: string) => {
      const entry = findBlock(key)
      return entry !== null && canMove(entry.block)
    },
    canDrop: (key: string, cell: string) => {
      const [dragged, lane] = [findBlock(key), findLane(cell)]
      if (!dragged || !lane) return false
      return lane.room?.id === dragged.from.room?.id || (lane.kind === 'room' && mayChangeRoom(dragged.block))
    },
    onDrop: (key: string, cell: string) => {
      const [dragged, lane] = [findBlock(key), findLane(cell)]
      if (dragged && lane) move(dragged.block, dragged.from, lane)
    },
  }
}

/**
 * Whether a room is open at any time of a day, and how long it is open in a week. While the hours are loading, rooms are open
 * for an unknown time (0).
 */
function useRoomHours(context: BookingContext) {
  const { data: hours } = useOpeningHours(context.studio.id)
  return {
    isRoomOpen: ({ day, room }: Lane) => !hours || !isClosedOn(getRoomHours(room, hours), day),
    countOpenMinutes: (cells: readonly WeekCell[]) =>
      hours
        ? cells.flatMap(({ lane }) => getOpenTimes(lane, hours)).reduce((sum, { from, to }) => sum + to - from, 0)
        : 0,
  }
}

const formatHours = (minutes: number) => Math.round(minutes / 6) / 10

/** A room with its color, and how many of its open hours are booked in this week. */
function RowHead({ cells, openMinutes }: { cells: readonly WeekCell[]; openMinutes: number }) {
  const room = cells[0]?.lane.room
  const minutes = getBookedMinutes(cells)
  return (
    <th scope="row" className="border-t border-border px-2 py-2 text-left align-top text-sm font-medium">
      <span className="wrap-anywhere">
        <RoomDot color={room?.color} />
        {room?.name ?? 'Elsewhere'}
      </span>
      {minutes > 0 && (
        <span className="block text-xs font-normal text-muted-foreground tabular-nums">
          {formatHours(minutes)}
          {/* Sessions may be outside of the opening hours. */}
          {room && openMinutes >= minutes && ` of ${formatHours(openMinutes)}`} h booked
        </span>
      )}
    </th>
  )
}

type WeekHeadProps = { week: readonly string[]; today: string; onOpenDay: (day: string) => void }

const WeekHead = ({ week, today, onOpenDay }: WeekHeadProps) => (
  <thead>
    <tr>
      <td className="w-32 px-2 text-xs text-muted-foreground">
        <span className="sr-only">Room</span>
      </td>
      {week.map((day) => (
        <th key={day} scope="col" className="border-l border-border p-0 text-left font-normal">
          <button
            type="button"
            onClick={() => onOpenDay(day)}
            className={cx(
              'w-full px-2 py-1.5 text-left text-xs -outline-offset-2 hover:bg-muted',
              day === today && 'bg-primary/6 text-link',
            )}
          >
            <span className="text-muted-foreground">{formatShortWeekday(day)}</span>{' '}
            <span className="text-sm font-semibold tabular-nums">{Number(day.slice(8))}</span>
            <span className="sr-only">
              , {formatDayOfYear(day)}
              {day === today && ', today'}
            </span>
          </button>
        </th>
      ))}
    </tr>
  </thead>
)
