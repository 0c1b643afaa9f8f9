import { shortTimeRangeText, timeRangeText } from '@studiohub/contract/shared/formats.ts'
import { MINUTES_PER_DAY } from '@studiohub/contract/shared/opening-hours.ts'
import { Plus } from 'lucide-react'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import { formatMinute, getSessionTimes } from '#features/bookings/model/moves.ts'
import { cx } from '#ui/cx.ts'
import type { AgendaGap } from '../model/agenda-gaps.ts'

const DEFAULT_MINUTES = 60

type AgendaGapButtonProps = {
  day: string
  gap: AgendaGap
  /** As small as text, for a heading; the area to tap is larger. */
  isShort?: boolean
  onBook: (start: InitialBookingValues) => void
}

/** Free time between the bookings of a day. A tap starts a booking at its beginning, in the first free room. */
export function AgendaGapButton({ day, gap: { from, to, rooms }, isShort = false, onBook }: AgendaGapButtonProps) {
  const names = rooms.map(({ name }) => name).join(', ')
  const [start, end] = [formatMinute(from), formatMinute(to % MINUTES_PER_DAY)]
  const [room] = rooms
  return (
    <button
      type="button"
      aria-label={`${names}, ${timeRangeText(start, end)} free. New booking`}
      onClick={() =>
        onBook({
          ...getSessionTimes(day, from, Math.min(DEFAULT_MINUTES, to - from)),
          ...(room && { room_id: room.id }),
          isClicked: true,
        })
      }
      className={cx(
        'flex items-center text-left text-xs text-muted-foreground hover:bg-muted',
        isShort
          ? 'relative gap-1 rounded-sm after:absolute after:-inset-x-2 after:-inset-y-3'
          : // Without a box, so that sessions lead. It is nearer to its neighbors than they are to each other.
            '-my-1 min-h-11 w-full gap-2 rounded-md px-3',
      )}
    >
      <Plus aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 grow truncate tabular-nums">
        <span className="whitespace-nowrap">{shortTimeRangeText(start, end)} free</span>
        {!isShort && ` · ${names}`}
      </span>
    </button>
  )
}
