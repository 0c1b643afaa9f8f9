import { CALENDAR_BUSY } from '@studiohub/contract/features/connected-calendars/words.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type Ref, useEffect, useRef } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { type Block, getClosedRanges, type Lane, STEP_MINUTES } from '#features/bookings/model/lanes.ts'
import { formatMinute } from '#features/bookings/model/moves.ts'
import { isPastEntry } from '#features/bookings/shared/day-entries.ts'
import type { DayPresence } from '#features/bookings/shared/presence.ts'
import { formatDayOfYear } from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import type { Cursor } from '../hooks/use-cursor.ts'
import type { BusyTime } from '../model/busy-times.ts'
import { type DropTarget, describeTarget, HOUR_PX, lanePercent, toPixels } from '../model/drag.ts'
import { needsTurnover } from '../model/turnover.ts'
import { HourLabels } from './hours.tsx'
import { LaneHeads } from './lane-heads.tsx'
import { findNow, NowDots, NowLine } from './now-marker.tsx'
import { TimeBlock } from './time-block.tsx'
import { busyClasses } from './week-cell.tsx'

type TimeGridProps = {
  context: BookingContext
  label: string
  lanes: readonly Lane[]
  axis: MinuteRange
  blocks: readonly Block[]
  /** Opening times of a lane's room, in minutes of its day. */
  getOpenRanges: (lane: Lane) => readonly MinuteRange[]
  /** When a lane's room is busy in connected calendars. */
  getBusyTimes: (lane: Lane) => readonly BusyTime[]
  /** Current time at the studio, in minutes of today. */
  nowMinute: number
  /** The state of a session of today. */
  getPresence: (block: Block) => DayPresence
  /** The element that contains the blocks. */
  layer: Ref<HTMLDivElement>
  /** The preview of a dragged block. */
  ghost: Ref<HTMLDivElement>
  cursor: Cursor
  /** The block at the keyboard cursor, which Tab reaches; null on an empty slot. */
  focusedBlock: Block | null
  pickedUp: { block: Block; target: DropTarget } | null
  canMove: (block: Block) => boolean
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (event: FocusEvent) => void
  onClick: (event: MouseEvent<HTMLDivElement>) => void
  onOpenDay: ((day: string) => void) | null
}

/** The minimum width for the name of a service with its times. If lanes do not fit, they scroll horizontally. */
const LANE_MIN_REM = 7
const GUTTER_REM = 3.25
/** Lanes become wide enough for this many entries side by side; more entries share that width. */
const FULL_COLUMNS_MAX = 4

/** Hours from top to bottom, one lane per room and day. */
export function TimeGrid(props: TimeGridProps) {
  const { label, lanes, axis, blocks, layer, onKeyDown, onFocus, onClick, pickedUp } = props
  // The grid must be as wide as its columns: sticky elements stay within their container, so hours and names would scroll
  // away.
  const columnsPerLane = Math.min(Math.max(1, ...blocks.map(({ columns, span }) => columns / span)), FULL_COLUMNS_MAX)
  const minWidth = `${GUTTER_REM + lanes.length * LANE_MIN_REM * columnsPerLane}rem`
  const scroller = useInitialScroll(props)
  return (
    <div
      ref={scroller}
      data-scroller
      // Scroll padding, so that focused and dragged entries are not hidden below the sticky names and hours.
      className="relative max-h-[calc(100dvh-16.5rem)] min-h-96 scroll-pt-16 scroll-pl-13 overflow-auto overscroll-contain rounded-md border border-border bg-card"
    >
      <div className="grid" style={{ gridTemplateColumns: `${GUTTER_REM}rem minmax(0, 1fr)`, minWidth }}>
        <div className="sticky top-0 left-0 z-30 border-r border-b border-border bg-card" />
        <LaneHeads {...props} />
        <HourLabels axis={axis} nowMinute={findNow(props) ? props.nowMinute : null} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, not sessions. */}
        {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: the group handles keys and clicks for all its entries, which are buttons. */}
        <div
          ref={layer}
          role="group"
          aria-label={label}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onClick={onClick}
          // Below a gap, so that the label of the first hour is centered on its line.
          className="relative mt-2 touch-manipulation overflow-hidden shadow-[0_-1px_0_var(--c-border)] data-dragging:cursor-grabbing"
          style={{
            height: toPixels(axis.to - axis.from),
            backgroundImage: `repeating-linear-gradient(to bottom, transparent 0 ${HOUR_PX - 1}px, var(--c-border) ${HOUR_PX - 1}px ${HOUR_PX}px)`,
          }}
        >
          <LaneBackgrounds {...props} />
          <BusyTimes {...props} />
          <CursorSlot {...props} />
          <NowLine {...props} />
          <Blocks {...props} />
          <NowDots {...props} />
          <div
            ref={props.ghost}
            hidden
            aria-hidden
            className={cx(ghostClasses, 'top-0 left-0 will-change-transform')}
          />
          {pickedUp && <PickedUpPreview {...props} pickedUp={pickedUp} />}
        </div>
      </div>
    </div>
  )
}

/**
 * Scrolls to the opening time and today at first: entries from the night before extend the axis upwards, and a week of
 * several rooms is wider than the screen.
 */
function useInitialScroll({ context, lanes, axis, getOpenRanges }: TimeGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const openings = lanes.flatMap(getOpenRanges).flatMap(({ from }) => (from > 0 ? from : []))
  // Slightly above, so that the hour's label is visible.
  const scrollTop = openings.length > 0 ? toPixels(Math.min(...openings) - axis.from - STEP_MINUTES) : 0
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = scrollTop
  }, [scrollTop])
  const lanesBeforeToday = Math.max(
    lanes.findIndex(({ day }) => day === context.today),
    0,
  )
  const count = lanes.length
  useEffect(() => {
    const area = scroller.current?.querySelector<HTMLElement>('[data-heads]')
    if (scroller.current && area) scroller.current.scrollLeft = (lanesBeforeToday / count) * area.offsetWidth
  }, [lanesBeforeToday, count])
  return scroller
}

// Opaque, so that its times do not mix with the text below.
const ghostClasses =
  'pointer-events-none absolute z-20 overflow-hidden rounded-[4px] border-2 border-primary px-1.5 py-0.5 ' +
  'bg-[color-mix(in_oklab,var(--c-primary)_25%,var(--c-card))] text-xs font-semibold tabular-nums shadow-lg'

function LaneBackgrounds({ lanes, axis, getOpenRanges }: TimeGridProps) {
  return lanes.map((lane, index) => (
    <div
      key={lane.key}
      aria-hidden
      className={cx(
        'pointer-events-none absolute inset-y-0',
        index > 0 &&
          (lanes[index - 1]?.day === lane.day ? 'border-l border-dashed border-border' : 'border-l border-input'),
      )}
      style={{ left: lanePercent(lanes, index), width: lanePercent(lanes, 1) }}
    >
      {getClosedRanges(axis, getOpenRanges(lane)).map(({ from, to }) => (
        <div
          key={from}
          className="absolute inset-x-0 bg-muted opacity-70"
          style={{ top: toPixels(from - axis.from), height: toPixels(to - from) }}
        />
      ))}
    </div>
  ))
}

/** Times of connected calendars, behind the bookings. Hidden from screen readers, because the list above the calendar has the same times. */
function BusyTimes({ lanes, axis, getBusyTimes }: TimeGridProps) {
  return lanes.flatMap((lane, index) =>
    getBusyTimes(lane).map(({ key, from, to, title }) => {
      const [first, last] = [Math.max(from, axis.from), Math.min(to, axis.to)]
      if (first >= last) return null
      const laneStyle = { left: lanePercent(lanes, index), width: lanePercent(lanes, 1) }
      return (
        <div
          key={`${lane.key} ${key}`}
          aria-hidden
          data-busy
          className="pointer-events-none absolute p-px text-xs text-muted-foreground"
          style={{ ...laneStyle, top: toPixels(first - axis.from), height: toPixels(last - first) }}
        >
          <div
            className={cx('size-full overflow-hidden rounded-[4px] border border-dashed px-1.5 py-0.5', busyClasses)}
          >
            <span className="block truncate">{CALENDAR_BUSY}</span>
            {title && <span className="block truncate">{title}</span>}
          </div>
        </div>
      )
    }),
  )
}

function Blocks(props: TimeGridProps) {
  const { context, lanes, axis, blocks, nowMinute, focusedBlock, pickedUp, canMove } = props
  return blocks.map((block) => {
    const lane = lanes[block.lane]
    const room = needsTurnover(block.entry.booking) ? lane?.room : null
    const { state, isUrgent, isOver } = props.getPresence(block)
    const isRunning = lane?.day === context.today && block.from < nowMinute && nowMinute < block.to
    return (
      <TimeBlock
        key={block.key}
        block={block}
        lanes={lanes.length}
        axisFrom={axis.from}
        day={lane?.day ?? ''}
        services={context.services}
        state={state}
        isUrgent={isUrgent}
        isPast={isOver || (lane !== undefined && (lane.day < context.today || isPastEntry(block.entry, context.now)))}
        minutesSinceStart={isRunning ? nowMinute - block.from : null}
        setup={block.entry.continued ? 0 : (room?.setup_minutes ?? 0)}
        teardown={block.entry.to === '24:00' ? 0 : (room?.teardown_minutes ?? 0)}
        isTabStop={focusedBlock?.key === block.key}
        isDimmed={pickedUp?.block.key === block.key}
        canMove={canMove(block)}
      />
    )
  })
}

/** The empty half hour at the keyboard cursor. */
function CursorSlot({ context, lanes, axis, cursor, focusedBlock }: TimeGridProps) {
  const lane = lanes[cursor.lane]
  if (focusedBlock || !lane) return null
  const room = lane.room ? `, ${lane.room.name}` : ''
  const label = `${formatDayOfYear(lane.day)}${room}, ${timeText(formatMinute(cursor.minute))}, nothing booked${context.worksAtDesk ? '. New booking' : ''}`
  return (
    <button
      type="button"
      data-stop
      data-slot
      aria-label={label}
      aria-describedby="calendar-keys"
      className="pointer-events-none absolute rounded-[4px] -outline-offset-2"
      style={{
        top: toPixels(cursor.minute - axis.from),
        height: toPixels(30),
        left: lanePercent(lanes, cursor.lane),
        width: lanePercent(lanes, 1),
      }}
    />
  )
}

function PickedUpPreview({
  lanes,
  axis,
  pickedUp: { block, target },
}: TimeGridProps & { pickedUp: { block: Block; target: DropTarget } }) {
  const box = useRef<HTMLDivElement>(null)
  const { lane, from, to } = target
  // A move by keyboard can leave the visible area.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const style = {
    top: toPixels(from - axis.from),
    height: toPixels(to - from),
    left: lanePercent(lanes, lane),
    width: lanePercent(lanes, block.span),
  }
  return (
    <div ref={box} aria-hidden data-carried className={ghostClasses} style={style}>
      {describeTarget(target)}
    </div>
  )
}
