import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { OpeningTimes } from '@studiohub/contract/features/resources/schema.ts'
import { hourText, timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { type MinuteRange, toMinutes } from '@studiohub/contract/shared/opening-hours.ts'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { findFreeGaps } from '#features/bookings/model/free-gaps.ts'
import {
  type Block,
  createBlocks,
  createLanes,
  getAxis,
  getClosedRanges,
  type Lane,
} from '#features/bookings/model/lanes.ts'
import { formatMinute } from '#features/bookings/model/moves.ts'
import { getOpenTimes } from '#features/bookings/model/room-hours.ts'
import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'
import type { CheckInOfDay } from '#features/bookings/shared/presence.ts'
import { weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import { type DayState, getDayState } from '../model/day-state.ts'
import { getRowHeight } from '../model/row-height.ts'
import { GapButton } from './gap-button.tsx'
import { TimelineBlock } from './timeline-block.tsx'

type RoomTimelineProps = {
  context: BookingContext
  entries: readonly CalendarEntry[]
  /** Undefined if they failed to load: then no time is open. */
  hours: OpeningTimes | undefined
  arrivals: readonly CheckInOfDay[] | undefined
  renderCheckIn: (booking: CalendarBooking) => ReactNode
  onBook?: ((start: InitialBookingValues) => void) | undefined
  onOpen: (id: string) => void
}

const LABEL_REM = 8
/** In narrower hours, names would be cut off, so the timeline scrolls instead. */
const HOUR_MIN_REM = 2.5
/** The minimum width of the shortest session: the words of a name and its times fit. */
const SESSION_MIN_REM = 5
/** Sessions shorter than this do not make the hours wider. */
const SHORTEST_MINUTES = 60
/** How much of the past is visible beside the current time, if the timeline scrolls. */
const PAST_SHOWN_MINUTES = 90

/** Today from left to right with a lane per room, and a line at the studio's current time. */
export function RoomTimeline(props: RoomTimelineProps) {
  const { context, entries, arrivals, hours: openingTimes } = props
  const headingId = useId()
  const day = getDayState(entries, arrivals, context.now)
  const { lanes, blocks, axis, getOpenTimes } = useTodayLanes(context, entries, openingTimes)
  const nowMinute = toMinutes(localAt(context.now.toISOString(), context.studio.timezone).time)
  const hours = Array.from({ length: (axis.to - axis.from) / 60 }, (_, index) => axis.from + index * 60)
  const fractionOf = (minute: number) => (minute - axis.from) / (axis.to - axis.from)
  const percent = (minute: number) => `${fractionOf(minute) * 100}%`
  const isNowShown = nowMinute >= axis.from && nowMinute <= axis.to
  const scroller = useScrollToNow(fractionOf(nowMinute - PAST_SHOWN_MINUTES), openingTimes !== undefined)
  return (
    <section
      ref={scroller}
      aria-labelledby={headingId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the timeline scrolls, and on a free day it may contain nothing focusable
      tabIndex={0}
      className="relative overflow-x-auto rounded-md border border-border bg-card"
    >
      {/* The headings of the rooms have level 3, so they need this heading while the counters above still load. */}
      <h2 id={headingId} className="sr-only">
        Today
      </h2>
      <div className="relative grid" style={{ minWidth: `${LABEL_REM + hours.length * getHourRem(blocks)}rem` }}>
        {/* The current time has a line of its own below the hours, so that it covers none of them. */}
        <div
          aria-hidden
          className={cx(
            'flex border-b border-border text-xs text-muted-foreground tabular-nums',
            isNowShown ? 'h-12' : 'h-8',
          )}
        >
          <div
            className="sticky left-0 z-20 shrink-0 border-r border-border bg-card px-3 py-2 font-medium whitespace-nowrap text-foreground"
            style={{ width: `${LABEL_REM}rem` }}
          >
            {weekdayAndDay(context.today)}
          </div>
          <div data-axis className="relative grow">
            {hours.map((minute) => (
              <span key={minute} className="absolute top-2 pl-1" style={{ left: percent(minute) }}>
                {hourText(minute)}
              </span>
            ))}
          </div>
        </div>
        {lanes.map((lane, index) => (
          <TimelineRow
            key={lane.key}
            {...props}
            lane={lane}
            blocks={blocks.filter(({ lane: first, span }) => first <= index && index < first + span)}
            axis={axis}
            openTimes={getOpenTimes(lane)}
            nowMinute={nowMinute}
            rooms={lanes.length}
            day={day}
          />
        ))}
        {isNowShown && (
          <div
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-0"
            style={{ left: `${LABEL_REM}rem` }}
          >
            <div data-now className="absolute top-7 bottom-0 w-0.5 bg-cancelled" style={{ left: percent(nowMinute) }}>
              <span
                className="absolute top-0 left-1/2 rounded-full whitespace-nowrap bg-cancelled px-1.5 text-xs font-semibold text-background tabular-nums"
                // At both ends of the axis, the label stays inside.
                style={{ transform: `translateX(${-fractionOf(nowMinute) * 100}%)` }}
              >
                {timeText(formatMinute(nowMinute))}
              </span>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

/** Hours are wide enough for the shortest session of the day. */
function getHourRem(blocks: readonly Block[]): number {
  const shortest = Math.min(...blocks.map(({ from, to }) => to - from))
  return Math.max(HOUR_MIN_REM, (SESSION_MIN_REM * 60) / Math.max(shortest, SHORTEST_MINUTES))
}

/** Scrolls once to a position of the axis, as a fraction of its width. */
function useScrollToNow(fraction: number, isReady: boolean) {
  const scroller = useRef<HTMLElement>(null)
  const latest = useRef(fraction)
  useEffect(() => {
    latest.current = fraction
  })
  useEffect(() => {
    const element = scroller.current
    const axis = element?.querySelector<HTMLElement>('[data-axis]')
    if (isReady && element && axis) element.scrollLeft = latest.current * axis.offsetWidth
  }, [isReady])
  return scroller
}

function useTodayLanes(context: BookingContext, entries: readonly CalendarEntry[], hours: OpeningTimes | undefined) {
  return useMemo(() => {
    const days = new Map([[context.today, entries]])
    const lanes = createLanes([context.today], context.rooms, days)
    const blocks = createBlocks(lanes, days)
    const getLaneTimes = (lane: Lane) => (hours ? getOpenTimes(lane, hours) : [])
    const axis = getAxis(lanes.flatMap(getLaneTimes), blocks)
    return { lanes, blocks, axis, getOpenTimes: getLaneTimes }
  }, [context.today, context.rooms, entries, hours])
}

type TimelineRowProps = RoomTimelineProps & {
  lane: Lane
  blocks: readonly Block[]
  axis: MinuteRange
  openTimes: readonly MinuteRange[]
  nowMinute: number
  /** The number of rows. */
  rooms: number
  day: DayState
}

function TimelineRow(props: TimelineRowProps) {
  const { context, lane, rooms, day, blocks, axis, openTimes, nowMinute, arrivals, renderCheckIn, onBook, onOpen } =
    props
  const axisMinutes = axis.to - axis.from
  const getRangeStyle = ({ from, to }: MinuteRange) => ({
    left: `${((from - axis.from) / axisMinutes) * 100}%`,
    width: `${((to - from) / axisMinutes) * 100}%`,
  })
  const gaps = context.worksAtDesk && lane.kind === 'room' ? findFreeGaps(openTimes, blocks, nowMinute) : []
  const columns = Math.max(1, ...blocks.map((block) => block.columns))
  const name = lane.room?.name ?? (lane.kind === 'all' ? context.studio.name : 'Elsewhere')
  return (
    <div
      className="flex border-b border-border last:border-b-0"
      style={{ minHeight: getRowHeight(rooms, columns, day) }}
    >
      <h3
        className="sticky left-0 z-20 shrink-0 border-r border-border bg-card px-3 py-2 text-sm font-medium wrap-anywhere"
        style={{ width: `${LABEL_REM}rem` }}
      >
        {name}
      </h3>
      <div
        className="relative grow"
        style={{
          backgroundImage: 'linear-gradient(to right, var(--c-border) 1px, transparent 1px)',
          backgroundSize: `${(60 / axisMinutes) * 100}% 100%`,
        }}
      >
        {getClosedRanges(axis, openTimes).map((range) => (
          <div
            key={range.from}
            aria-hidden
            className="absolute inset-y-0 bg-muted opacity-70"
            style={getRangeStyle(range)}
          />
        ))}
        {onBook &&
          gaps.map((gap) => (
            <GapButton key={gap.from} gap={gap} lane={lane} style={getRangeStyle(gap)} onBook={onBook} />
          ))}
        {blocks.map((block) => (
          <TimelineBlock
            key={block.key}
            block={block}
            context={context}
            arrivals={arrivals}
            style={getRangeStyle(block)}
            nowMinute={nowMinute}
            isCompact={day === 'over'}
            checkIn={renderCheckIn(block.entry.booking)}
            onOpen={() => onOpen(block.entry.booking.id)}
          />
        ))}
      </div>
    </div>
  )
}
