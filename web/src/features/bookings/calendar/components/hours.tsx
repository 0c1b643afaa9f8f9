import { shortTimeText } from '@studiohub/contract/shared/formats.ts'
import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'
import { formatMinute } from '#features/bookings/model/moves.ts'
import { HOUR_PX } from '../model/drag.ts'

/** The hours at the left edge of the grid. */
export function HourLabels({ axis }: { axis: MinuteRange }) {
  const hours = Array.from({ length: (axis.to - axis.from) / 60 }, (_, index) => axis.from + index * 60)
  return (
    <div aria-hidden className="sticky left-0 z-10 border-r border-border bg-card pt-2">
      {hours.map((minute) => (
        <div key={minute} style={{ height: HOUR_PX }} className="relative">
          <span className="absolute -top-2 right-2 text-xs whitespace-nowrap text-muted-foreground tabular-nums">
            {shortTimeText(formatMinute(minute))}
          </span>
        </div>
      ))}
    </div>
  )
}
