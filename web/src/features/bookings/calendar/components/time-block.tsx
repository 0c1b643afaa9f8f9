import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { type CSSProperties, memo } from 'react'
import type { Block } from '#features/bookings/model/lanes.ts'
import { getEntryResources } from '#features/bookings/shared/day-entries.ts'
import { getEntryLook, statusInks, turnoverClasses } from '#features/bookings/shared/status.tsx'
import { entryDetail, entryInWords, entryLength, entryTimes, entryTitle } from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import { toPixels } from '../model/drag.ts'

type TimeBlockProps = {
  block: Block
  /** The number of lanes, and the first minute of the axis. */
  lanes: number
  axisFrom: number
  day: string
  services: readonly StudioService[]
  /** Whether the client is here, due or late; empty if there is nothing to say. */
  state: string
  /** Whether the desk should look at the session now. */
  isUrgent: boolean
  /** Whether it is over. Then it is gray, unless the desk should look at it. */
  isPast: boolean
  /** How many minutes ago it began; null if it does not run now. */
  minutesSinceStart: number | null
  /** The minutes before and after the booking in which its rooms stay free. */
  setup: number
  teardown: number
  isTabStop: boolean
  isDimmed: boolean
  canMove: boolean
}

/** Shorter entries have one line, with name and time. */
const SHORT_MINUTES = 60
/** From this length on, an entry has a larger name and more than two lines. */
const TALL_MINUTES = 90

/** A line that does not fit wraps into the hidden second column, so that no line is cut in half. */
const tallClasses = 'flex-col flex-wrap content-start gap-x-[100%] pt-0.5 *:w-fit *:max-w-full'

/**
 * The line of the current time, over the color of the session. The same color behind each text, no wider than its letters, covers
 * it.
 */
const nowLineClasses =
  'before:absolute before:inset-x-0 before:top-(--now) before:h-0.5 before:-translate-y-px before:bg-cancelled ' +
  '*:relative *:bg-inherit *:pr-0.5'

/**
 * One entry of the week or day view. There can be hundreds, so an entry rerenders only when its data changes, and the layer
 * below handles its events.
 */
export const TimeBlock = memo(function TimeBlock(props: TimeBlockProps) {
  const {
    block,
    lanes,
    axisFrom,
    day,
    services,
    state,
    isUrgent,
    isPast,
    minutesSinceStart,
    setup,
    teardown,
    isTabStop,
    isDimmed,
    canMove,
  } = props
  const { entry, from, to } = block
  const { box, ink, icon: Icon, isFaded } = getEntryLook(entry, { isUrgent, isPast })
  const stateInk = isUrgent ? statusInks.pending : ink
  const isTall = to - from >= TALL_MINUTES
  const detail = entryDetail(entry, services)
  const length = entryLength(entry)
  const others = getEntryResources(entry).filter(({ kind }) => kind !== 'room')
  return (
    <div className="absolute p-px contain-layout" style={getBlockStyle(block, lanes, axisFrom)}>
      <Buffer label="Set-up" minutes={setup} className="bottom-full" />
      <button
        type="button"
        data-block={block.key}
        data-stop={isTabStop || undefined}
        tabIndex={isTabStop ? 0 : -1}
        aria-haspopup="dialog"
        aria-describedby={canMove ? 'calendar-keys' : undefined}
        aria-label={[entryInWords(entry, services, day), state].filter(Boolean).join(', ')}
        className={cx(
          'relative flex size-full flex-col overflow-hidden rounded-[4px] bg-card text-left text-xs select-none',
          'outline-offset-0 data-held:opacity-40',
          canMove && 'cursor-grab',
          isDimmed && 'opacity-40',
        )}
      >
        <span
          className={cx(
            'absolute inset-0 flex items-start overflow-hidden border-l-3 pr-1 pl-1.25',
            box,
            isFaded && 'border',
            to - from < SHORT_MINUTES ? 'gap-1.5' : isTall ? tallClasses : 'flex-col pt-0.5 *:max-w-full',
            minutesSinceStart !== null && nowLineClasses,
          )}
          {...(minutesSinceStart !== null && { style: getNowStyle(minutesSinceStart) })}
        >
          <span
            className={cx('flex min-w-0 gap-1', isFaded ? 'text-muted-foreground' : 'font-medium', isTall && 'text-sm')}
          >
            <Icon aria-hidden className={cx('size-3 shrink-0', isTall ? 'mt-1' : 'mt-0.5', ink)} />
            <span className={isTall ? 'line-clamp-2' : 'truncate'}>{entryTitle(entry, services)}</span>
          </span>
          {/* A length or state that does not fit wraps into the hidden second line, so no word is cut. */}
          <span className="flex h-4 min-w-0 flex-wrap gap-x-1 overflow-hidden text-muted-foreground tabular-nums">
            <span className="max-w-full truncate">{entryTimes(entry)}</span>
            {isTall && length && <span className="whitespace-nowrap">· {length}</span>}
            {!isTall && state && <span className={cx('font-medium whitespace-nowrap', stateInk)}>· {state}</span>}
          </span>
          {isTall && detail && <span className="truncate text-muted-foreground">{detail}</span>}
          {isTall && others.length > 0 && (
            <span className="truncate text-muted-foreground">{others.map(({ name }) => name).join(', ')}</span>
          )}
          {isTall && state && <span className={cx('truncate font-medium', stateInk)}>{state}</span>}
        </span>
        {canMove && !entry.continued && (
          <span data-edge="start" className="absolute inset-x-0 top-0 h-1.5 cursor-ns-resize" />
        )}
        {canMove && entry.to !== '24:00' && (
          <span data-edge="end" className="absolute inset-x-0 bottom-0 h-1.5 cursor-ns-resize" />
        )}
      </button>
      <Buffer label="Tear-down" minutes={teardown} className="top-full" />
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
    top: toPixels(from - axisFrom),
    height: toPixels(to - from),
    left: `${((lane + column * width) / lanes) * 100}%`,
    width: `${(width / lanes) * 100}%`,
  }
}

const getNowStyle = (minutes: number): CSSProperties & { '--now': string } => ({
  '--now': `${toPixels(minutes) - 1}px`,
})

/** From this length on, a buffer has room for its label. */
const LABELED_BUFFER_MINUTES = 25

/** The buffer of a room around a booking. */
function Buffer({ label, minutes, className }: { label: string; minutes: number; className: string }) {
  if (minutes === 0) return null
  return (
    <div
      aria-hidden
      style={{ height: toPixels(minutes) }}
      className={cx(
        'pointer-events-none absolute inset-x-px overflow-hidden rounded-[4px]',
        turnoverClasses,
        'px-2 text-xs leading-none text-muted-foreground',
        className,
      )}
    >
      {minutes >= LABELED_BUFFER_MINUTES && `${label} ${lengthText(minutes)}`}
    </div>
  )
}
