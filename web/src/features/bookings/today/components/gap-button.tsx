import { shortTimeRangeText, timeRangeText } from '@studiohub/contract/shared/formats.ts'
import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import type { Lane } from '#features/bookings/model/lanes.ts'
import { formatMinute, getSessionTimes } from '#features/bookings/model/moves.ts'
import { listenForPointerDrags } from '#ui/pointer-drag.ts'
import { moveSelection, selectBetween } from '../model/gap-selection.ts'

const DEFAULT_MINUTES = 60

type GapButtonProps = {
  gap: MinuteRange
  lane: Lane
  style: { left: string; width: string }
  onBook: (start: InitialBookingValues) => void
}

const formatShortTimes = ({ from, to }: MinuteRange) => shortTimeRangeText(formatMinute(from), formatMinute(to % 1440))
const formatTimes = ({ from, to }: MinuteRange) => timeRangeText(formatMinute(from), formatMinute(to % 1440))

/**
 * Free time of a room. A click starts a booking at its beginning; a drag selects the time to book. On the keyboard, arrow
 * keys move the selected time, Shift and arrow keys move its end, and Enter starts the booking.
 */
export function GapButton({ gap, lane: { day, room }, style, onBook }: GapButtonProps) {
  const [selected, setSelected] = useState<MinuteRange | null>(null)
  const book = ({ from, to }: MinuteRange, isClicked = false) => {
    setSelected(null)
    onBook({ ...getSessionTimes(day, from, to - from), ...(room && { room_id: room.id }), isClicked })
  }
  const button = useGapDrag(gap, setSelected, book)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && selected) setSelected(null)
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    event.preventDefault()
    const steps = event.key === 'ArrowRight' ? 1 : -1
    setSelected(moveSelection(gap, selected, { steps, isEnd: event.shiftKey, minutes: DEFAULT_MINUTES }))
  }
  const name = room?.name ?? ''
  const gapMinutes = gap.to - gap.from
  return (
    <button
      ref={button}
      type="button"
      aria-label={
        selected ? `${name}, ${formatTimes(selected)}. New booking` : `${name}, ${formatTimes(gap)} free. New booking`
      }
      onClick={() =>
        selected ? book(selected) : book({ from: gap.from, to: Math.min(gap.from + DEFAULT_MINUTES, gap.to) }, true)
      }
      onKeyDown={onKeyDown}
      onBlur={() => setSelected(null)}
      className="group/gap @container absolute inset-y-0 p-1"
      style={style}
    >
      <span className="grid size-full place-items-center rounded-[4px] border border-dashed border-transparent text-xs text-muted-foreground transition duration-150 group-hover/gap:border-input group-focus-visible/gap:border-input">
        {!selected && (
          // Its background hides the lines of the hours, which would cross the text. Where it has no text, it is shown on hover and
          // focus.
          <span className="[@media(hover:hover)]:@max-[5rem]:opacity-0 group-hover/gap:opacity-100 group-focus-visible/gap:opacity-100 grid justify-items-center gap-1 rounded-[4px] bg-card text-center tabular-nums @min-[5rem]:px-1 @min-[12rem]:flex @min-[12rem]:items-center">
            <Plus aria-hidden className="size-3.5" />
            <span className="@max-[5rem]:hidden">
              {formatShortTimes(gap)} <span className="whitespace-nowrap">free</span>
            </span>
          </span>
        )}
      </span>
      {selected && (
        <span
          className="absolute inset-y-1 grid place-items-center overflow-hidden rounded-[4px] border border-primary bg-primary/15 text-xs font-medium whitespace-nowrap text-foreground tabular-nums"
          style={{
            left: `${((selected.from - gap.from) / gapMinutes) * 100}%`,
            width: `${((selected.to - selected.from) / gapMinutes) * 100}%`,
          }}
        >
          {formatTimes(selected)}
        </span>
      )}
    </button>
  )
}

/** Selects the time that a drag covers. Calls `onDrop` with it when the drag ends. */
function useGapDrag(
  gap: MinuteRange,
  onSelect: (selected: MinuteRange | null) => void,
  onDrop: (selected: MinuteRange) => void,
) {
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef({ gap, onSelect, onDrop })
  useEffect(() => {
    latest.current = { gap, onSelect, onDrop }
  })
  useEffect(() => {
    if (!button.current) return
    let box = new DOMRect()
    let coveredRange: MinuteRange | null = null
    const minuteAt = (x: number) => {
      const { from, to } = latest.current.gap
      return from + ((x - box.left) / box.width) * (to - from)
    }
    return listenForPointerDrags<HTMLButtonElement>(button.current, {
      findDragSource: () => button.current,
      onStart: (source) => {
        box = source.getBoundingClientRect()
      },
      onMove: (_source, start, current) => {
        coveredRange = selectBetween(latest.current.gap, minuteAt(start.x), minuteAt(current.x))
        latest.current.onSelect(coveredRange)
        return false
      },
      onEnd: (_source, isDropped) => {
        if (isDropped && coveredRange) latest.current.onDrop(coveredRange)
        else latest.current.onSelect(null)
        coveredRange = null
      },
    })
  }, [])
  return button
}
