import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { Fragment } from 'react'
import { useCalendar } from '#features/bookings/calendar-api.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { findFullyOccupiedTimes, getOccupiedRooms, getOpeningTexts } from '#features/bookings/model/free-time.ts'
import { groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'
import { useOpeningHours } from '#features/resources/bookable-api.ts'
import { cx } from '#ui/cx.ts'
import { getNextStart } from '../model/booking-form.ts'

/** Two lines, so that the fields below do not move when the text loads or changes. */
const heightClasses = 'min-h-10'

/** Opening hours and fully booked times of a day. @param room_id the chosen room, null for any */
export function DayHint({ context, day, room_id }: { context: BookingContext; day: string; room_id: string | null }) {
  const { studio, rooms } = context
  const hours = useOpeningHours(studio.id)
  // Includes the previous day, because its last session may end on this day.
  const bookings = useCalendar(studio.id, { from: plusDays(day, -1), to: day })
  if (!hours.data || !bookings.data) return <p aria-hidden className={heightClasses} />
  const entries = groupEntriesByDay(bookings.data.items, { withCancelled: false }).get(day) ?? []
  const openingTexts = getOpeningTexts(hours.data, day)
  const takenTimes = findFullyOccupiedTimes(
    getOccupiedRooms(entries),
    room_id ? [room_id] : rooms.map(({ id }) => id),
    day === context.today ? getNextStart(context.now, studio.timezone) : undefined,
  )
  return (
    <p className={cx('tabular-nums', heightClasses)}>
      {openingTexts.length > 0 ? <Times name="Open" times={openingTexts} /> : 'Closed on this day.'}
      {takenTimes.length > 0 && (
        <>
          {' '}
          <Times name={room_id || rooms.length < 2 ? 'Taken' : 'All rooms taken'} times={takenTimes} />
        </>
      )}
    </p>
  )
}

/** A list of times, without a line break inside of a time. */
const Times = ({ name, times }: { name: string; times: readonly string[] }) => (
  <>
    {name}
    {times.map((time, index) => (
      <Fragment key={time}>
        {' '}
        <span className="whitespace-nowrap">
          {time}
          {index < times.length - 1 ? ',' : '.'}
        </span>
      </Fragment>
    ))}
  </>
)
