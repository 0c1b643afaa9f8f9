import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { memo } from 'react'
import type { Block } from '#features/bookings/model/lanes.ts'
import { getEntryStyle } from '#features/bookings/shared/status.tsx'
import { entryInWords, entryLabel, entryTimes, entryTitle } from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import { pixels } from '../model/drag.ts'

type TimeBlockProps = {
  block: Block
  /** The number of lanes, and the first minute of the axis. */
  lanes: number
  axisFrom: number
  day: string
  services: readonly StudioService[]
  /** The minutes before and after the booking in which its rooms stay free. */
  setup: number
  teardown: number
  isStop: boolean
  isDim: boolean
  canMove: boolean
}

const SHORT_MINUTES = 45
/** From this length on, a long name gets a second line. */
const TALL_MINUTES = 90

/**
 * One entry of the week or day view. There can be hundreds, so an entry rerenders only when its data changes, and the layer
 * below handles its events.
 */
export const TimeBlock = memo(function TimeBlock(props: TimeBlockProps) {
  const { block, lanes, axisFrom, day, services, setup, teardown, isStop, isDim, canMove } = props
  const { entry, from, to } = block
  const { box, ink, icon: Icon } = getEntryStyle(entry)
  const { booking } = entry
  const label = entryLabel(entry, services)
  return (
    <div className="absolute p-px contain-layout" style={getBlockStyle(block, lanes, axisFrom)}>
      <Buffer minutes={setup} className="bottom-full" />
      <button
        type="button"
        data-block={block.key}
        data-stop={isStop || undefined}
        tabIndex={isStop ? 0 : -1}
        aria-haspopup="dialog"
        aria-describedby={canMove ? 'calendar-keys' : undefined}
        aria-label={entryInWords(entry, services, day)}
        className={cx(
          'relative flex size-full flex-col overflow-hidden rounded-[4px] bg-card text-left text-xs select-none',
          'outline-offset-0 data-held:opacity-40',
          canMove && 'cursor-grab',
          isDim && 'opacity-40',
        )}
      >
        <span className={cx('absolute inset-0 border-l-3', box)} />
        <span
          className={cx(
            'relative flex min-w-0 pr-1 pl-2',
            to - from < SHORT_MINUTES ? 'items-center gap-1.5' : 'flex-col pt-0.5',
          )}
        >
          <span className="flex min-w-0 gap-1 font-medium">
            <Icon aria-hidden className={cx('mt-0.5 size-3 shrink-0', ink)} />
            <span className={to - from < TALL_MINUTES ? 'truncate' : 'line-clamp-2'}>
              {entryTitle(entry, services)}
            </span>
          </span>
          <span className="truncate text-muted-foreground tabular-nums">{entryTimes(entry)}</span>
          {booking.client_name && <span className="truncate text-muted-foreground">{label}</span>}
        </span>
        {canMove && !entry.continued && (
          <span data-edge="start" className="absolute inset-x-0 top-0 h-1.5 cursor-ns-resize" />
        )}
        {canMove && entry.to !== '24:00' && (
          <span data-edge="end" className="absolute inset-x-0 bottom-0 h-1.5 cursor-ns-resize" />
        )}
      </button>
      <Buffer minutes={teardown} className="top-full" />
    </div>
  )
})

function getBlockStyle(
  { lane, span, from, to, column, columns }: TimeBlockProps['block'],
  lanes: number,
  axisFrom: number,
) {
  const width = span / columns
  return {
    top: pixels(from - axisFrom),
    height: pixels(to - from),
    left: `${((lane + column * width) / lanes) * 100}%`,
    width: `${(width / lanes) * 100}%`,
  }
}

/** The buffer of a room around a booking. */
function Buffer({ minutes, className }: { minutes: number; className: string }) {
  if (minutes === 0) return null
  return (
    <div
      aria-hidden
      style={{ height: pixels(minutes) }}
      className={cx(
        'pointer-events-none absolute inset-x-px rounded-[4px] border border-dashed border-input bg-muted opacity-60',
        className,
      )}
    />
  )
}
