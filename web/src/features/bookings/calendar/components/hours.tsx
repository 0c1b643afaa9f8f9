import { shortTimeText, timeText } from '@studiohub/contract/shared/formats.ts'
import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'
import { formatMinute } from '#features/bookings/model/moves.ts'
import { HOUR_PX, toPixels } from '../model/drag.ts'

/** The label of an hour this near would stick out from under the current time. */
const HIDDEN_PX = 16

/** The hours at the left edge of the grid. @param nowMinute the current time on the axis; null on other days */
export function HourLabels({ axis, nowMinute }: { axis: MinuteRange; nowMinute: number | null }) {
  const hours = Array.from({ length: (axis.to - axis.from) / 60 }, (_, index) => axis.from + index * 60)
  return (
    <div aria-hidden className="sticky left-0 z-10 border-r border-border bg-card pt-2">
      {hours.map((minute) => (
        <div key={minute} style={{ height: HOUR_PX }} className="relative">
          {(nowMinute === null || toPixels(Math.abs(minute - nowMinute)) >= HIDDEN_PX) && (
            <span className="absolute -top-2 right-2 text-xs whitespace-nowrap text-muted-foreground tabular-nums">
              {shortTimeText(formatMinute(minute))}
            </span>
          )}
        </div>
      ))}
      {nowMinute !== null && (
        <span
          className="absolute right-0.5 mt-2 -translate-y-1/2 rounded-full bg-cancelled px-1.5 text-xs font-semibold text-background tabular-nums"
          style={{ top: toPixels(nowMinute - axis.from) }}
        >
          {/* The hours around it say whether it is before or after noon. */}
          {timeText(formatMinute(nowMinute)).replace(/ [AP]M$/, '')}
        </span>
      )}
    </div>
  )
}
