import { dayReasonText, getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { AvailableDay } from '@studiohub/contract/features/availability/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt, plusDays } from '@studiohub/contract/shared/instants.ts'
import { lengthText, sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useAvailability } from '#features/bookings/client/api.ts'
import { RadioTile } from '#features/bookings/client/components/time-picker.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { mayEndNextDay } from '#features/bookings/model/free-time.ts'
import { weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { IconButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { BookingForm } from '../model/booking-form.ts'
import { DAYS_LOADED, getFirstDayToLoad, listOfferedStarts } from '../model/offered-times.ts'

type OfferedTimesProps = { form: BookingForm; context: BookingContext }

/** The free times of a day for the chosen service, as clients see them. Any other time can be typed in the form. */
export function OfferedTimes({ form, context }: OfferedTimesProps) {
  const service_type = useWatch({ control: form.control, name: 'service_type' })
  const service = context.services.find(({ key }) => key === service_type)
  return service ? <TimesOfService form={form} context={context} service={service} /> : null
}

function TimesOfService({ form, context, service }: OfferedTimesProps & { service: StudioService }) {
  const [chosenDay, start_time] = useWatch({ control: form.control, name: ['booking_date', 'start_time'] })
  // The day that the user has opened with the arrow buttons. It counts only until the date in the form changes.
  const [openedDay, setOpenedDay] = useState({ from: chosenDay, day: '' })
  const dayFromButtons = openedDay.from === chosenDay ? openedDay.day : ''
  const shownDay = dayFromButtons || chosenDay
  const { query, rooms, minutes } = useFreeDays({ form, context, service, day: shownDay })
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
  const showDay = (to: string) => setOpenedDay({ from: chosenDay, day: to })
  const chooseStart = (start: string, date: string) => {
    const { days: count, ...session } = getTimesOfLength(start, minutes)
    // The day is set first, because the schema compares it with the times.
    form.setValue('booking_date', date, { shouldDirty: true })
    form.setValue('start_time', session.start_time, { shouldDirty: true })
    form.setValue('end_time', session.end_time, { shouldDirty: true })
    form.setValue('days', count)
    form.clearErrors(['booking_date', 'start_time', 'end_time', 'days'])
  }
  if (query.error && !days) return <p className="text-sm text-muted-foreground">{describeError(query.error).message}</p>
  if (!day) return <Skeleton className="h-24" />
  return (
    <section aria-label="Free times" className="grid gap-2 rounded-md border border-border p-3">
      <div className="flex items-center justify-between gap-2">
        <p aria-live="polite" className="text-sm font-medium">
          {weekdayAndDay(day.date)}
          <span className="font-normal text-muted-foreground">, free for {lengthText(minutes)}</span>
        </p>
        <div className="flex gap-1">
          <IconButton
            name="Previous day"
            disabled={day.date <= context.today}
            onClick={() => showDay(plusDays(day.date, -1))}
          >
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton name="Next day" onClick={() => showDay(plusDays(day.date, 1))}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
      </div>
      <StartChoices
        starts={getOfferedStarts(day)}
        chosenStart={day.date === chosenDay ? start_time : ''}
        emptyText={`${dayReasonText(day.reason, service.person_title)} on this day.`}
        onChoose={(start) => chooseStart(start, day.date)}
      />
    </section>
  )
}

type StartsProps = {
  starts: readonly string[]
  chosenStart: string
  emptyText: string
  onChoose: (start: string) => void
}

/** The start times as a radio group: Tab reaches the group, arrow keys choose. */
function StartChoices({ starts, chosenStart, emptyText, onChoose }: StartsProps) {
  const name = useId()
  if (starts.length === 0) return <p className="py-2 text-sm text-muted-foreground">{emptyText}</p>
  return (
    <fieldset className="grid max-h-44 grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2 overflow-y-auto p-1">
      <legend className="sr-only">Free start times</legend>
      {starts.map((start) => (
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
    </fieldset>
  )
}

/**
 * The free starts around a day. Uses the chosen rooms and the typed length. If they are missing, it uses the rooms and the
 * default length of the service. `rooms` is null if the query already has only the chosen rooms.
 */
function useFreeDays({ form, context, service, day }: OfferedTimesProps & { service: StudioService; day: string }) {
  const [start_time, end_time, days = 1, room_id, resource_ids = []] = useWatch({
    control: form.control,
    name: ['start_time', 'end_time', 'days', 'room_id', 'resource_ids'],
  })
  const hasTimes = start_time !== '' && end_time !== '' && (days > 1 || !mayEndNextDay(start_time, end_time))
  const minutes = hasTimes ? sessionMinutes({ start_time, end_time, days }) : service.default_minutes
  const chosenRooms = context.rooms.map(({ id }) => id).filter((id) => id === room_id || resource_ids.includes(id))
  const query = useAvailability({
    studio_id: context.studio.id,
    date: getFirstDayToLoad(day, context.today),
    days: DAYS_LOADED,
    service: service.key,
    minutes,
    ...(chosenRooms.length > 0 && { room_ids: chosenRooms.join(',') }),
  })
  return { query, minutes, rooms: chosenRooms.length > 0 ? null : service.room_ids }
}
