import { Check } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { FieldPopover } from './field-popover.tsx'
import { useDateTimeReader } from './reader.ts'

type TimeListProps = {
  id: string
  anchor: RefObject<HTMLElement | null>
  times: readonly string[]
  /** `HH:mm`, or empty. */
  value: string
  highlighted: number | null
  onPick: (time: string) => void
  onClose: () => void
}

/** The times of a time field. The field keeps the focus and moves the highlight. */
export function TimeList({ id, anchor, onClose, ...options }: TimeListProps) {
  return (
    <FieldPopover
      id={id}
      role="listbox"
      aria-label="Times"
      anchor={anchor}
      takesFocus={false}
      onClose={onClose}
      className="max-h-[min(16rem,var(--radix-popover-content-available-height,16rem))] w-(--radix-popover-trigger-width) min-w-28 overflow-y-auto p-1"
    >
      <Options id={id} {...options} />
    </FieldPopover>
  )
}

// A separate component, because its effects must run after the popover is in the page.
function Options({ id, times, value, highlighted, onPick }: Omit<TimeListProps, 'anchor' | 'onClose'>) {
  const { formatTime } = useDateTimeReader()
  const hasScrolled = useRef(false)
  useLayoutEffect(() => {
    const option = document.getElementById(`${id}-${times[highlighted ?? 0]}`)
    const list = option?.parentElement
    if (!option || !list) return
    // `scrollIntoView` would also scroll the page, because the popover is not positioned yet.
    const above = option.offsetTop
    const below = above + option.offsetHeight - list.clientHeight
    if (!hasScrolled.current) list.scrollTop = (above + below) / 2
    else list.scrollTop = Math.min(above, Math.max(below, list.scrollTop))
    hasScrolled.current = true
  }, [id, times, highlighted])
  return times.map((time, index) => (
    <div
      key={time}
      id={`${id}-${time}`}
      role="option"
      tabIndex={-1}
      aria-selected={time === value}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(time)}
      onKeyDown={(event) => event.key === 'Enter' && onPick(time)}
      className={cx(
        'flex min-h-10 cursor-pointer items-center justify-between gap-2 rounded-md px-3 text-sm tabular-nums hover:bg-muted md:min-h-9',
        index === highlighted && 'bg-muted',
      )}
    >
      {formatTime(time)}
      {time === value && <Check aria-hidden className="size-4" />}
    </div>
  ))
}
