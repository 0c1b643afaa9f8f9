import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import type { Lane } from '#features/bookings/model/lanes.ts'
import { lanePercent, toPixels } from '../model/drag.ts'

type NowMarkerProps = {
  context: Pick<BookingContext, 'today'>
  lanes: readonly Lane[]
  axis: MinuteRange
  /** Current time at the studio, in minutes of today. */
  nowMinute: number
}

/** The lanes of today, and the position of the current time; null if it is not visible. */
export function findNow({ context, lanes, axis, nowMinute }: NowMarkerProps) {
  const first = lanes.findIndex(({ day }) => day === context.today)
  if (first === -1 || nowMinute < axis.from || nowMinute > axis.to) return null
  const count = lanes.filter(({ day }) => day === context.today).length
  return { first, count, top: toPixels(nowMinute - axis.from) }
}

/** The current time, behind the entries. Each entry continues the line behind its texts. */
export function NowLine(props: NowMarkerProps) {
  const now = findNow(props)
  if (!now) return null
  return (
    <div
      aria-hidden
      data-now
      className="pointer-events-none absolute h-0.5 -translate-y-px bg-cancelled"
      style={{ top: now.top, left: lanePercent(props.lanes, now.first), width: lanePercent(props.lanes, now.count) }}
    />
  )
}

/** The current time over the entries: a dot at the start of each lane. */
export function NowDots(props: NowMarkerProps) {
  const now = findNow(props)
  if (!now) return null
  return props.lanes
    .slice(now.first, now.first + now.count)
    .map((lane, index) => (
      <div
        key={lane.key}
        aria-hidden
        className="pointer-events-none absolute z-10 size-1.5 -translate-y-1/2 rounded-full bg-cancelled"
        style={{ top: now.top, left: lanePercent(props.lanes, now.first + index) }}
      />
    ))
}
