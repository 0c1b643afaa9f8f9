import { dayReasonText, getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { AvailableDay } from '@studiohub/contract/features/availability/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt, plusDays } from '@studiohub/contract/shared/instants.ts'
import { lengthText, sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useAvailability } from '#features/bookings/client/api.ts'
import { RadioTile } from '#features/bookings/client/components/time-picker.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { mayEndNextDay } from '#features/bookings/model/free-time.ts'
import { weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { IconButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type BookingForm, HOUR_MINUTES } from '../model/booking-form.ts'
import { DAYS_LOADED, getFirstDayToLoad, groupByPartOfDay, listOfferedStarts } from '../model/offered-times.ts'

type OfferedTimesProps = {
  form: BookingForm
  context: BookingContext
  /** Called with the times that a tap has set. */
  onChoose: (times: { start_time: string; end_time: string }) => void
}

/**
 * The free times of a day for the chosen service, as clients see them; for an hour until one is chosen. Any other time can be
 * typed in the form. The fields below do not move while other times load.
 */
export function OfferedTimes({ form, context, onChoose }: OfferedTimesProps) {
  const [service_type, chosenDay, start_time] = useWatch({
    control: form.control,
    name: ['service_type', 'booking_date', 'start_time'],
  })
  const service = context.services.find(({ key }) => key === service_type)
  // The day that the user has opened with the arrow buttons. It counts only until the date in the form changes.
  const [openedDay, setOpenedDay] = useState({ from: chosenDay, day: '' })
  const dayFromButtons = openedDay.from === chosenDay ? openedDay.day : ''
  const shownDay = dayFromButtons || chosenDay
  const { query, rooms, minutes, isLengthKnown } = useFreeDays({ form, context, service, day: shownDay })
  const { date: studioToday, time: studioTime } = localAt(context.now.toISOString(), context.studio.timezone)
  const getOfferedStarts = (day: AvailableDay) =>
    listOfferedStarts(day, {
      rooms,
      after: day.date === studioToday ? studioTime : '',
      chosenStart: day.date === chosenDay ? start_time : '',
    })
  const days = query.data?.days
  // If no day is chosen, show the first day with a free time.
  const day =
    days?.find(({ date }) => date === shownDay) ??
    days?.find((candidate) => getOfferedStarts(candidate).length > 0) ??
    days?.[0]
  const { element: times, minHeight } = useLoadedHeight(day)
  const date = day?.date ?? (shownDay || context.today)
  const showDay = (to: string) => setOpenedDay({ from: chosenDay, day: to })
  const chooseStart = (start: string) => {
    const { days: count, ...session } = getTimesOfLength(start, minutes)
    // The day is set first, because the schema compares it with the times.
    form.setValue('booking_date', date, { shouldDirty: true })
    form.setValue('start_time', session.start_time, { shouldDirty: true })
    form.setValue('end_time', session.end_time, { shouldDirty: true })
    form.setValue('days', count)
    form.clearErrors(['booking_date', 'start_time', 'end_time', 'days'])
    onChoose({ start_time: session.start_time, end_time: session.end_time })
  }
  return (
    <section aria-label="Free times" className="grid grid-cols-1 gap-2 rounded-md border border-border p-3">
      <DayHeading date={date} today={context.today} minutes={isLengthKnown ? minutes : null} onShow={showDay} />
      <div ref={times} className="grid grid-cols-1 content-start" style={day ? undefined : { minHeight }}>
        {day ? (
          <StartChoices
            key={date}
            starts={getOfferedStarts(day)}
            chosenStart={date === chosenDay ? start_time : ''}
            emptyText={`${dayReasonText(day.reason, service?.person_title ?? null)} on this day.`}
            onChoose={chooseStart}
          />
        ) : query.error ? (
          <p className="py-2 text-sm text-muted-foreground">{describeError(query.error).message}</p>
        ) : (
          <StartsSkeleton />
        )}
      </div>
    </section>
  )
}

/** The height of an element while its data was last loaded. */
function useLoadedHeight(data: unknown) {
  const element = useRef<HTMLDivElement>(null)
  const [minHeight, setMinHeight] = useState<number>()
  useLayoutEffect(() => {
    if (data && element.current) setMinHeight(element.current.offsetHeight)
  }, [data])
  return { element, minHeight }
}

type DayHeadingProps = {
  date: string
  today: string
  /** The length of the session; null if neither a service nor the times say it. */
  minutes: number | null
  onShow: (day: string) => void
}

const DayHeading = ({ date, today, minutes, onShow }: DayHeadingProps) => (
  <div className="flex items-center justify-between gap-2">
    <div className="grid min-w-0 grid-cols-1">
      <p aria-live="polite" className="text-sm font-medium">
        {weekdayAndDay(date)}
        {minutes !== null && (
          <span className="font-normal text-muted-foreground">, free for {lengthText(minutes)}</span>
        )}
      </p>
      {minutes === null && (
        <p className="text-xs text-muted-foreground">Choose a service to see times of the right length</p>
      )}
    </div>
    <div className="flex shrink-0 gap-1">
      <IconButton name="Previous day" disabled={date <= today} onClick={() => onShow(plusDays(date, -1))}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton name="Next day" onClick={() => onShow(plusDays(date, 1))}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  </div>
)

type StartsProps = {
  starts: readonly string[]
  chosenStart: string
  emptyText: string
  onChoose: (start: string) => void
}

const partsClasses = 'grid grid-cols-1 content-start gap-3'
/** Label and times of a part of the day. The label is in line with the first times. */
const partClasses =
  'grid grid-cols-[3.75rem_minmax(0,1fr)] gap-2 *:first:flex *:first:h-11 *:first:items-center md:*:first:h-8'

/** Three parts of the day. */
const StartsSkeleton = () => (
  <div aria-hidden className={partsClasses}>
    {['morning', 'afternoon', 'evening'].map((part) => (
      <div key={part} className={partClasses}>
        <span>
          <Skeleton className="h-3 w-14" />
        </span>
        <Skeleton className="h-11 md:h-8" />
      </div>
    ))}
  </div>
)

/** The start times as a radio group, each part of the day in a row: Tab reaches the group, arrow keys choose. */
function StartChoices({ starts, chosenStart, emptyText, onChoose }: StartsProps) {
  const name = useId()
  if (starts.length === 0) return <p className="py-2 text-sm text-muted-foreground">{emptyText}</p>
  return (
    <fieldset className={partsClasses}>
      <legend className="sr-only">Free start times</legend>
      {groupByPartOfDay(starts).map((part) => (
        <div key={part.name} className={partClasses}>
          <p className="text-xs text-muted-foreground">{part.name}</p>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(4.25rem,1fr))] gap-1.5">
            {part.starts.map((start) => (
              <RadioTile
                key={start}
                name={name}
                label={timeText(start)}
                checked={start === chosenStart}
                onPick={() => onChoose(start)}
                className="grid min-h-11 place-content-center text-sm tabular-nums md:min-h-8"
              >
                {timeText(start)}
              </RadioTile>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  )
}

type FreeDaysInput = Pick<OfferedTimesProps, 'form' | 'context'> & { service: StudioService | undefined; day: string }

/**
 * The free starts around a day. Uses the chosen rooms and the typed length. If they are missing, it uses the rooms and the
 * default length of the service. `rooms` is null if the query has only rooms that count.
 */
function useFreeDays({ form, context, service, day }: FreeDaysInput) {
  const [start_time, end_time, days = 1, room_id, resource_ids = []] = useWatch({
    control: form.control,
    name: ['start_time', 'end_time', 'days', 'room_id', 'resource_ids'],
  })
  const hasTimes = start_time !== '' && end_time !== '' && (days > 1 || !mayEndNextDay(start_time, end_time))
  const minutes = hasTimes ? sessionMinutes({ start_time, end_time, days }) : (service?.default_minutes ?? HOUR_MINUTES)
  const chosenRooms = context.rooms.map(({ id }) => id).filter((id) => id === room_id || resource_ids.includes(id))
  const query = useAvailability({
    studio_id: context.studio.id,
    date: getFirstDayToLoad(day, context.today),
    days: DAYS_LOADED,
    ...(service && { service: service.key }),
    minutes,
    ...(chosenRooms.length > 0 && { room_ids: chosenRooms.join(',') }),
  })
  const isLengthKnown = hasTimes || service !== undefined
  return { query, minutes, isLengthKnown, rooms: chosenRooms.length > 0 || !service ? null : service.room_ids }
}
