import { CALENDAR_BUSY } from '@studiohub/contract/features/connected-calendars/words.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { MINUTES_PER_DAY } from '@studiohub/contract/shared/opening-hours.ts'
import { Plus } from 'lucide-react'
import type { InitialBookingValues } from '#features/bookings/form/model/booking-form.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { nothingToSay, type useDayPresence } from '#features/bookings/hooks/use-day-presence.ts'
import type { Block, Lane } from '#features/bookings/model/lanes.ts'
import { formatMinute } from '#features/bookings/model/moves.ts'
import { type CalendarEntry, isPastEntry } from '#features/bookings/shared/day-entries.ts'
import type { DayPresence } from '#features/bookings/shared/presence.ts'
import { getEntryLook, statusInks } from '#features/bookings/shared/status.tsx'
import {
  entryDetail,
  entryInWords,
  entryTimes,
  entryTitle,
  formatDayOfYear,
} from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import type { BusyTime } from '../model/busy-times.ts'
import type { WeekCell } from '../model/week-cells.ts'

type WeekCellProps = {
  cell: WeekCell
  context: BookingContext
  /** The index of the part that the Tab key reaches; null if it is in another cell. */
  tabStop: number | null
  isTarget: boolean
  pickedUpKey: string | null
  isOpen: boolean
  busyTimes: readonly BusyTime[]
  canMove: (block: Block) => boolean
  getPresence: ReturnType<typeof useDayPresence>
  onVisit: (index: number) => void
  onBook: (start: InitialBookingValues) => void
  onOpen: (id: string) => void
}

export function WeekCellView(props: WeekCellProps) {
  const { cell, context, tabStop, isTarget, pickedUpKey, isOpen, busyTimes, onVisit, onBook, onOpen } = props
  const { lane, blocks } = cell
  const getEntryPresence = ({ booking, request }: CalendarEntry) =>
    request ? nothingToSay : props.getPresence(booking, lane.day)
  return (
    <td
      data-cell={lane.key}
      className={cx(
        'border-t border-l border-border p-1 align-top data-over:outline-2 data-over:-outline-offset-2 data-over:outline-ring',
        !isOpen && 'bg-muted/70',
        isOpen && lane.day === context.today && 'bg-primary/6',
        isTarget && 'outline-2 -outline-offset-2 outline-ring',
      )}
    >
      <div className="flex h-full flex-col gap-1">
        {busyTimes.map((time) => (
          <BusyChip key={time.key} time={time} />
        ))}
        {blocks.map((block, index) => (
          <WeekChip
            key={block.key}
            block={block}
            day={lane.day}
            context={context}
            isTabStop={tabStop === index}
            isDimmed={pickedUpKey === block.key}
            isCompact={blocks.length > FULL_CHIPS_MAX}
            canMove={props.canMove(block)}
            presence={getEntryPresence(block.entry)}
            onOpen={() => {
              onVisit(index)
              onOpen(block.entry.booking.id)
            }}
          />
        ))}
        <AddButton
          lane={lane}
          context={context}
          isTabStop={tabStop === blocks.length}
          isEmpty={blocks.length === 0}
          onBook={onBook}
        />
      </div>
    </td>
  )
}

/** In cells with more sessions, they are lower, so that rooms stay near each other. */
const FULL_CHIPS_MAX = 4

/** The style of busy times from connected calendars. */
export const busyClasses = 'border-input bg-muted/60'

/** Hidden from screen readers, because the list above the calendar has the same times. */
function BusyChip({ time: { from, to, title } }: { time: BusyTime }) {
  const isAllDay = from === 0 && to === MINUTES_PER_DAY
  return (
    <div
      aria-hidden
      data-busy
      className={cx(
        'grid min-w-0 rounded-[4px] border border-dashed px-1.5 py-1 text-xs text-muted-foreground',
        busyClasses,
      )}
    >
      {!isAllDay && (
        <span className="tabular-nums">
          {timeText(formatMinute(from))} – {timeText(formatMinute(to))}
        </span>
      )}
      <span className="text-balance">{title || CALENDAR_BUSY}</span>
    </div>
  )
}

type AddButtonProps = {
  lane: Lane
  context: BookingContext
  isTabStop: boolean
  isEmpty: boolean
  onBook: (start: InitialBookingValues) => void
}

/** The free rest of a cell. A click starts a booking on that day in that room. */
function AddButton({ lane: { day, room }, context, isTabStop, isEmpty, onBook }: AddButtonProps) {
  const canBook = context.worksAtDesk && day >= context.today
  const where = [formatDayOfYear(day), room?.name].filter(Boolean).join(', ')
  const label = isEmpty ? `${where}, nothing booked${canBook ? '. New booking' : ''}` : `${where}, new booking`
  return (
    <button
      type="button"
      data-stop={isTabStop || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={label}
      aria-disabled={canBook ? undefined : true}
      aria-describedby="calendar-keys"
      onClick={() => canBook && onBook({ booking_date: day, ...(room && { room_id: room.id }) })}
      className={cx(
        'grid min-h-4 grow place-items-center rounded-[4px] text-muted-foreground -outline-offset-2',
        canBook && 'hover:bg-muted [&_svg]:opacity-0 hover:[&_svg]:opacity-100 focus-visible:[&_svg]:opacity-100',
      )}
    >
      {canBook && <Plus aria-hidden className="size-3.5" />}
    </button>
  )
}

type WeekChipProps = {
  block: Block
  day: string
  context: BookingContext
  isTabStop: boolean
  isDimmed: boolean
  /** Leaves out the service, on a day with many sessions. */
  isCompact: boolean
  canMove: boolean
  presence: DayPresence
  onOpen: () => void
}

function WeekChip(props: WeekChipProps) {
  const { day, context, isTabStop, isDimmed, isCompact, canMove, presence, onOpen } = props
  const { key, entry } = props.block
  const { isUrgent, isOver } = presence
  const isPast = isOver || day < context.today || isPastEntry(entry, context.now)
  const { box, ink, icon: Icon, plate, isFaded } = getEntryLook(entry, { isUrgent, isPast })
  // That the client is late or the session takes longer. Less urgent states are left out.
  const late = isUrgent ? presence.state : ''
  const detail = entryDetail(entry, context.services)
  return (
    <button
      type="button"
      data-block={key}
      data-stop={isTabStop || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-haspopup="dialog"
      aria-describedby={canMove ? 'calendar-keys' : undefined}
      aria-label={[entryInWords(entry, context.services, day), late].filter(Boolean).join(', ')}
      onClick={onOpen}
      className={cx(
        'grid min-w-0 shrink-0 rounded-[4px] border-l-3 px-1.5 py-1 text-left text-xs select-none data-held:opacity-40',
        box,
        isFaded && 'border',
        canMove && 'cursor-grab',
        isDimmed && 'opacity-40',
      )}
    >
      <span className={cx('flex items-center gap-1 tabular-nums', plate)}>
        <Icon aria-hidden className={cx('size-3 shrink-0', ink)} />
        {entryTimes(entry)}
      </span>
      <span className={cx('text-balance', !isFaded && 'font-medium', plate)}>
        {entryTitle(entry, context.services)}
      </span>
      {detail && !isCompact && <span className={cx('text-muted-foreground', plate)}>{detail}</span>}
      {late && <span className={cx('font-medium tabular-nums', statusInks.pending)}>{late}</span>}
    </button>
  )
}
