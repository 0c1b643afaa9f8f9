import { canUpdate } from '@studiohub/contract/features/bookings/policy.ts'
import { reservesTime } from '@studiohub/contract/features/bookings/rules.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { MINUTES_PER_DAY, openRanges, toMinutes } from '@studiohub/contract/shared/opening-hours.ts'
import { type MouseEvent, useMemo } from 'react'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { nothingToSay, useDayPresence } from '#features/bookings/hooks/use-day-presence.ts'
import { type Block, createBlocks, createLanes, getAxis, type Lane } from '#features/bookings/model/lanes.ts'
import { getSessionTimes } from '#features/bookings/model/moves.ts'
import { getRoomHours } from '#features/bookings/model/room-hours.ts'
import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'
import { formatDays, formatFullDate } from '#features/bookings/shared/wording.ts'
import { useOpeningHours } from '#features/resources/bookable-api.ts'
import { useBusyTimes } from '../hooks/use-busy-times.ts'
import { useCursor } from '../hooks/use-cursor.ts'
import { useDrag } from '../hooks/use-drag.ts'
import { type BookingMover, useMoveBookings } from '../hooks/use-move-bookings.ts'
import { type DragOptions, type DropTarget, findSlot } from '../model/drag.ts'
import { getDays } from '../model/periods.ts'
import type { UrlState } from '../model/view-in-url.ts'
import { MoveError } from './move-error.tsx'
import { getDateRange, shiftPeriod } from './period-bar.tsx'
import { TimeGrid } from './time-grid.tsx'

type TimeViewProps = {
  context: BookingContext
  urlState: UrlState
  view: 'week' | 'day'
  date: string
  days: ReadonlyMap<string, readonly CalendarEntry[]>
  onNavigate: (part: Partial<UrlState>) => void
  onBook: (start: InitialBookingValues) => void
  onOpen: (id: string) => void
}

const DEFAULT_MINUTES = 60

/** A week or day by hours, where bookings can be created, moved and resized. */
export function TimeView(props: TimeViewProps) {
  const { context, view, date, onNavigate } = props
  const grid = useLanes(props)
  const getPresence = useDayPresence(
    context,
    grid.lanes.some(({ day }) => day === context.today),
  )
  const getBlockPresence = ({ entry, lane }: Block) => {
    const day = grid.lanes[lane]?.day
    return entry.request || !day ? nothingToSay : getPresence(entry.booking, day)
  }
  const getBusyTimes = useBusyTimes(context, getDateRange(props.urlState, context.studio.week_starts_on))
  const mover = useMoveBookings(context)
  const { layer, ghost, announcement, onClick, ...keys } = useGridHandlers(props, grid, mover)
  const now = localAt(context.now.toISOString(), context.studio.timezone)
  const days = getDays(view, date, context.studio.week_starts_on)
  return (
    <>
      <p id="calendar-keys" className="sr-only">
        Arrow keys move between times and bookings. Enter picks a booking up, Space opens it. Page keys turn to the{' '}
        {view} before and after.
      </p>
      <p aria-live="assertive" className="sr-only">
        {announcement}
      </p>
      <TimeGrid
        {...grid}
        {...keys}
        getBusyTimes={getBusyTimes}
        getPresence={getBlockPresence}
        context={context}
        label={view === 'day' ? formatFullDate(date) : formatDays(days[0] ?? date, days.at(-1) ?? date)}
        nowMinute={toMinutes(now.time)}
        layer={layer}
        ghost={ghost}
        onClick={onClick}
        onOpenDay={view === 'week' ? (day) => onNavigate({ view: 'day', date: day }) : null}
      />
      <MoveError context={context} moving={mover} />
    </>
  )
}

/** Mouse, touch and keyboard handling of the grid. */
function useGridHandlers(
  props: TimeViewProps,
  { lanes, axis, blocks }: ReturnType<typeof useLanes>,
  moving: BookingMover,
) {
  const { context, urlState, onNavigate, onBook, onOpen } = props
  const options: DragOptions = {
    lanes,
    axis,
    findBlock: (key) => blocks.find((block) => block.key === key),
    canMove: (block) => canMoveBlock(block, context),
    canCreate: context.worksAtDesk,
    onDrop(source, target) {
      const lane = lanes[target.lane]
      if (!lane) return
      if (source.kind === 'create') onBook(toBookingStart(lane, target))
      else moving.dropBooking(source, { ...target, lane }, lanes[source.block.lane])
    },
  }
  const { layer, ghost } = useDrag(options)
  const { setCursor, ...keys } = useCursor({
    ...options,
    blocks,
    layer,
    onChangePeriod: (steps) => onNavigate(shiftPeriod(urlState, steps)),
  })
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const element = event.target instanceof Element ? event.target : null
    const block = options.findBlock(element?.closest('[data-block]')?.getAttribute('data-block') ?? '')
    if (block) {
      setCursor({ lane: block.lane, minute: block.from, block: block.key })
      onOpen(block.entry.booking.id)
    } else if (context.worksAtDesk && layer.current) {
      const { lane, minute } = element?.closest('[data-slot]') ? keys.cursor : findSlot(event, layer.current, options)
      const clickedLane = lanes[lane]
      if (clickedLane)
        onBook({ ...toBookingStart(clickedLane, { from: minute, to: minute + DEFAULT_MINUTES }), isClicked: true })
    }
  }
  return { ...keys, layer, ghost, canMove: options.canMove, onClick }
}

function canMoveBlock({ entry }: Block, { worksAtDesk, actor }: BookingContext): boolean {
  return worksAtDesk && !entry.request && canUpdate(actor, entry.booking) && reservesTime(entry.booking.status)
}

const toBookingStart = ({ day, room }: Lane, { from, to }: Pick<DropTarget, 'from' | 'to'>): InitialBookingValues => ({
  ...getSessionTimes(day, from, to - from),
  ...(room && { room_id: room.id }),
})

/** The lanes of the period with their entries, memoized. */
function useLanes({ context, view, date, days, urlState }: TimeViewProps) {
  const hours = useOpeningHours(context.studio.id)
  const { room } = urlState.filters
  return useMemo(() => {
    const visibleRooms = context.rooms.filter(({ id }) => room === '' || id === room)
    const lanes = createLanes(getDays(view, date, context.studio.week_starts_on), visibleRooms, days)
    const blocks = createBlocks(lanes, days)
    const getOpenRanges = ({ day, room: laneRoom }: Lane) => {
      if (!hours.data) return []
      return openRanges(getRoomHours(laneRoom, hours.data), day).filter(
        ({ from, to }) => from < MINUTES_PER_DAY && to > 0,
      )
    }
    return { lanes, blocks, getOpenRanges, axis: getAxis(lanes.flatMap(getOpenRanges), blocks) }
  }, [context.rooms, context.studio.week_starts_on, view, date, days, room, hours.data])
}
