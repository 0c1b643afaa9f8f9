import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { shortTimeRangeText, timeRangeText } from '@studiohub/contract/shared/formats.ts'
import { MINUTES_PER_DAY } from '@studiohub/contract/shared/opening-hours.ts'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import { formatMinute, getSessionTimes } from '#features/bookings/model/moves.ts'
import type { AgendaGap } from '../model/agenda-gaps.ts'

const DEFAULT_MINUTES = 60

type FreeTimesOfDayProps = {
  day: string
  gaps: readonly AgendaGap[]
  /** All rooms of the studio. */
  rooms: readonly Resource[]
  onBook: (start: InitialBookingValues) => void
}

/** The free times of a day in one row that scrolls sideways. A tap starts a booking in the first room that is free then. */
export function FreeTimesOfDay({ day, gaps, rooms, onBook }: FreeTimesOfDayProps) {
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden className="text-xs text-muted-foreground">
        Free
      </span>
      {/* To the edge of the screen, where a chip fades, which shows that the row scrolls. The last one ends before it. */}
      <ul
        aria-label="Free times"
        className="-mr-4 flex min-w-0 grow gap-1.5 overflow-x-auto overscroll-x-contain mask-r-from-[calc(100%-2rem)] pr-8 [scrollbar-width:none]"
      >
        {gaps.map((gap) => (
          <li key={`${gap.from} ${gap.to}`} className="shrink-0">
            <GapChip day={day} gap={gap} isAnyRoom={gap.rooms.length === rooms.length} onBook={onBook} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type GapChipProps = Pick<FreeTimesOfDayProps, 'day' | 'onBook'> & { gap: AgendaGap; isAnyRoom: boolean }

function GapChip({ day, gap: { from, to, rooms }, isAnyRoom, onBook }: GapChipProps) {
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
      // The area to tap is higher than the chip.
      className="group/gap flex min-h-11 items-center rounded-md text-xs -outline-offset-2"
    >
      <span className="rounded-md border border-border bg-card px-2.5 py-1.5 tabular-nums transition duration-150 group-hover/gap:bg-muted">
        {shortTimeRangeText(start, end)}{' '}
        <span className="text-muted-foreground">{isAnyRoom && rooms.length > 1 ? 'all rooms' : names}</span>
      </span>
    </button>
  )
}
