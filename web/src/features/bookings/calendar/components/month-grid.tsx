import { shortTimeText } from '@studiohub/contract/shared/formats.ts'
import { getWeekday } from '@studiohub/contract/shared/opening-hours.ts'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import {
  type CalendarEntry,
  getEntryResources,
  isPastEntry,
  splitEntries,
} from '#features/bookings/shared/day-entries.ts'
import { getEntryLook, statusInks, urgentIcon } from '#features/bookings/shared/status.tsx'
import {
  entryDetail,
  entryLabel,
  entryLength,
  formatDayOfYear,
  formatMonth,
  formatRooms,
} from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import { useRovingDay } from '../hooks/use-roving-day.ts'
import { countText } from '../model/day-marks.ts'
import { findTabStop, getMonth, getWeeks } from '../model/month-grid.ts'
import type { LateTexts } from './late-sessions.tsx'
import { RoomDot } from './room-dot.tsx'

const LateSessions = lazy(async () => ({ default: (await import('./late-sessions.tsx')).LateSessions }))

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

type MonthGridProps = {
  context: BookingContext
  month: string
  days: ReadonlyMap<string, readonly CalendarEntry[]>
  onOpenDay: (day: string) => void
  onMonth: (month: string) => void
}

/** A month by weeks (spec section 2). Arrow keys move between days, Enter opens a day. */
export function MonthGrid({ context, month, days, onOpenDay, onMonth }: MonthGridProps) {
  const { week_starts_on } = context.studio
  const weeks = getWeeks(month, week_starts_on)
  const [lateTexts, setLateTexts] = useState<LateTexts>()
  const todaysEntries = days.get(context.today)
  const { grid, tabStop, setVisitedDay, onKeyDown } = useRovingDay({
    getTabStop: (visitedDay) => findTabStop(month, weeks, visitedDay, context.today),
    week_starts_on,
    isShown: (day) => getMonth(day) === month,
    onShowDay: (day) => onMonth(getMonth(day)),
  })
  return (
    <div className="@container/month">
      {todaysEntries && (
        <Suspense fallback={null}>
          <LateSessions context={context} entries={todaysEntries} onChange={setLateTexts} />
        </Suspense>
      )}
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a date grid of ARIA may be a table, whose cells the arrow keys reach.
        role="grid"
        aria-label={formatMonth(month)}
        className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-md border border-border bg-card"
      >
        <Weekdays first={week_starts_on} />
        <tbody>
          {/* The keys are positions, not days, so that React reuses the cells for the next month. */}
          {Array.from(weeks.entries(), ([row, week]) => (
            <tr
              key={row}
              className="group/week"
              style={{ height: `max(6rem, calc((100dvh - 20rem) / ${weeks.length}))` }}
            >
              {week.map((day) => (
                <Day
                  key={getWeekday(day)}
                  day={day}
                  context={context}
                  isInMonth={getMonth(day) === month}
                  isTabStop={day === tabStop}
                  entries={days.get(day) ?? []}
                  lateTexts={day === context.today ? lateTexts : undefined}
                  onOpen={() => {
                    setVisitedDay(day)
                    onOpenDay(day)
                  }}
                  onKeyDown={onKeyDown}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Weekdays({ first }: { first: number }) {
  return (
    <thead>
      <tr>
        {[...weekdays.slice(first), ...weekdays.slice(0, first)].map((weekday) => (
          <th
            key={weekday}
            scope="col"
            abbr={weekday}
            className="border-b border-border bg-muted px-2 py-2 text-left text-xs font-medium text-muted-foreground"
          >
            {weekday.slice(0, 3)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type DayProps = {
  day: string
  context: BookingContext
  isInMonth: boolean
  isTabStop: boolean
  entries: readonly CalendarEntry[]
  /** Only of today. */
  lateTexts: LateTexts | undefined
  onOpen: () => void
  onKeyDown: (event: KeyboardEvent, day: string) => void
}

function Day({ day, context, isInMonth, isTabStop, entries, lateTexts, onOpen, onKeyDown }: DayProps) {
  const isToday = day === context.today
  const getLateText = ({ key }: CalendarEntry) => lateTexts?.get(key) ?? ''
  const { visible, more, moreEnded } = splitEntries(entries, isToday ? context.now : undefined, (entry) =>
    Boolean(getLateText(entry)),
  )
  return (
    <td
      className={cx(
        'relative border-r border-b border-border p-1 align-top @max-2xl/month:p-0.5 group-last/week:border-b-0 last:border-r-0 hover:bg-muted',
        isToday ? 'bg-primary/6' : !isInMonth && 'bg-background',
      )}
    >
      <div className="flex min-w-0 flex-col gap-1">
        <button
          type="button"
          data-day={day}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={isToday ? 'date' : undefined}
          aria-haspopup="dialog"
          onClick={onOpen}
          onKeyDown={(event) => onKeyDown(event, day)}
          // An accessible label needs no layout, unlike hidden text in every day.
          aria-label={`${formatDayOfYear(day)}, ${countText(entries)}`}
          className={cx(dayClasses, getDayColor(isToday, isInMonth))}
        >
          {Number(day.slice(8))}
        </button>
        {visible.length > 0 && (
          <ul className="grid gap-0.5">
            {Array.from(visible.entries(), ([position, entry]) => (
              // The keys are positions, so that React reuses the elements for the next month. A chip has no state.
              <Chip
                key={position}
                entry={entry}
                context={context}
                isPast={day < context.today || (isToday && isPastEntry(entry, context.now))}
                late={getLateText(entry)}
                isDetailed={visible.length < 3}
              />
            ))}
          </ul>
        )}
        {more > 0 && (
          <button
            type="button"
            tabIndex={-1}
            onClick={(event) => {
              // The day gets the focus, not this button, because arrow keys start from the day.
              event.currentTarget.closest('td')?.querySelector<HTMLElement>('[data-day]')?.focus()
              onOpen()
            }}
            className="relative z-10 justify-self-start rounded-[3px] px-1 text-left text-xs font-medium text-link hover:underline"
          >
            +{more} more
            {moreEnded > 0 && <span className="font-normal text-muted-foreground">, {moreEnded} over</span>}
          </button>
        )}
      </div>
    </td>
  )
}

// The button fills the cell, so that a click anywhere in a day opens it.
const dayClasses =
  'grid size-6 place-items-center rounded-full text-xs tabular-nums after:absolute after:inset-0 focus-visible:outline-none ' +
  'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring'

function getDayColor(isToday: boolean, isInMonth: boolean) {
  if (isToday) return 'bg-primary font-semibold text-on-primary'
  return isInMonth ? 'text-foreground' : 'text-muted-foreground'
}

const formatChipTime = ({ continued, from, to, day, days }: CalendarEntry) => {
  if (days > 2 && day > 1) return `${day}/${days}`
  return continued ? `to ${shortTimeText(to)}` : shortTimeText(from)
}

type ChipProps = {
  entry: CalendarEntry
  context: BookingContext
  isPast: boolean
  /** That the client is late or the session takes longer; otherwise empty. */
  late: string
  /** Whether the chip has a second line. */
  isDetailed: boolean
}

// In narrow days, only the icon and the time are visible, but screen readers get the whole text.
function Chip({ entry, context, isPast, late, isDetailed }: ChipProps) {
  const { box, ink, icon, word, plate, isFaded } = getEntryLook(entry, { isUrgent: false, isPast: isPast && !late })
  // Only the icon is amber: an amber chip with this icon would look pending.
  const Icon = late ? urgentIcon : icon
  const title = entry.booking.client_name ?? entryLabel(entry, context.services)
  const detail = entryDetail(entry, context.services)
  const resources = getEntryResources(entry)
  const rooms = formatRooms({ resources })
  // Only the second line has space for dots. A studio with one room needs none.
  const isIn = (room: { id: string }) => resources.some(({ id }) => id === room.id)
  const roomsWithDot = isDetailed && context.rooms.length > 1 ? context.rooms.filter(isIn) : []
  return (
    <li
      className={cx(
        'min-w-0 rounded-[3px] border-l-2 px-1 py-0.5 text-xs @max-2xl/month:px-0.5',
        // A session of several days runs through the cells as one bar.
        entry.continued && '-ml-1 rounded-l-none border-l-0 @max-2xl/month:-ml-0.5',
        entry.day < entry.days && '-mr-1 rounded-r-none @max-2xl/month:-mr-0.5',
        box,
      )}
    >
      <span className={cx('flex min-w-0 items-center gap-1 @max-2xl/month:gap-0.5', plate)}>
        <Icon aria-hidden className={cx('size-3 shrink-0', late ? statusInks.pending : ink)} />
        {/* The detail wraps into a hidden second line if there is no room for the whole word. */}
        <span className="block h-4 min-w-0 overflow-hidden text-ellipsis">
          <span className="whitespace-nowrap">
            <span className="tabular-nums">{formatChipTime(entry)}</span>{' '}
            <span className={cx('@max-2xl/month:sr-only', !isFaded && 'font-medium')}>{title}</span>
          </span>
          <wbr />
          {detail && (
            <span className={cx('whitespace-nowrap @max-2xl/month:sr-only', isDetailed && 'sr-only')}>, {detail}</span>
          )}
        </span>
        <span className="sr-only">
          , {word}
          {late && `, ${late}`}
          {roomsWithDot.length > 0 && `, ${rooms}`}
        </span>
      </span>
      {isDetailed && (
        // Begins below the text, not below the icon.
        <span aria-hidden className="flex h-4 pl-4 text-muted-foreground @max-2xl/month:hidden">
          <span className={cx('max-w-full truncate', plate)}>
            {roomsWithDot.map(({ id, color }) => (
              <RoomDot key={id} color={color} />
            ))}
            {detail || rooms || entryLength(entry)}
          </span>
        </span>
      )}
    </li>
  )
}
