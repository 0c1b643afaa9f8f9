import { shortTimeText } from '@studiohub/contract/shared/formats.ts'
import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'
import { formatMinute } from '#features/bookings/model/moves.ts'
import { cx } from '#ui/cx.ts'
import { HOUR_PX } from '../model/drag.ts'

/** The hours at the left edge of the grid. */
export function Hours({ axis }: { axis: MinuteRange }) {
  const hours = Array.from({ length: (axis.to - axis.from) / 60 }, (_, index) => axis.from + index * 60)
  return (
    <div aria-hidden className="sticky left-0 z-10 border-r border-border bg-card">
      {hours.map((minute, index) => (
        <div key={minute} style={{ height: HOUR_PX }} className="relative">
          {/* The first hour is below its line, because the names of the rooms are above it. */}
          <span
            className={cx(
              'absolute right-2 text-xs whitespace-nowrap text-muted-foreground tabular-nums',
              index > 0 ? '-top-2' : 'top-0.5',
            )}
          >
            {shortTimeText(formatMinute(minute))}
          </span>
        </div>
      ))}
    </div>
  )
}
