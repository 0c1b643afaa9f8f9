import type { AvailableDay } from '@studiohub/contract/features/availability/schema.ts'
import { createSession, dayReasonText } from '@studiohub/contract/features/availability/starts/rules.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { localAt, plusDays } from '@studiohub/contract/shared/instants.ts'
import { lengthText, minutesLong } from '@studiohub/contract/shared/length.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useAvailability } from '#features/bookings/client/api.ts'
import { Pick } from '#features/bookings/client/components/time-picker.tsx'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { mayEndNextDay } from '#features/bookings/model/free-time.ts'
import { weekdayAndDay } from '#features/bookings/shared/wording.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { IconButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { BookingForm } from '../model/booking-form.ts'
import { DAYS_LOADED, firstLoaded, offeredStarts } from '../model/offered-times.ts'

type OfferedTimesProps = { form: BookingForm; context: BookingContext }

/** The free times of a day for the chosen service, as clients see them. Any other time can be typed in the form. */
export function OfferedTimes({ form, context }: OfferedTimesProps) {
  const service_type = useWatch({ control: form.control, name: 'service_type' })
  const service = context.services.find(({ key }) => key === service_type)
  return service ? <TimesOfService form={form} context={context} service={service} /> : null
}

function TimesOfService({ form, context, service }: OfferedTimesProps & { service: StudioService }) {
  const [chosenDay, start_time] = useWatch({ control: form.control, name: ['booking_date', 'start_time'] })
  // The day shown after a click on an arrow, until the date in the form changes.
  const [step, setStep] = useState({ from: chosenDay, day: '' })
  const stepped = step.from === chosenDay ? step.day : ''
  const shownDay = stepped || chosenDay
  const { query, rooms, minutes } = useDaysOf({ form, context, service, day: shownDay })
  const { date: todayNow, time: now } = localAt(context.now.toISOString(), context.studio.timezone)
  const startsOf = (day: AvailableDay) =>
    offeredStarts(day, {
      rooms,
      after: day.date === todayNow ? now : '',
      chosen: day.date === chosenDay ? start_time : '',
    })
  const days = query.data?.days
  // If no day is chosen, the first one with a free time.
  const day = days?.find(({ date }) => date === shownDay) ?? days?.find((one) => startsOf(one).length > 0) ?? days?.[0]
  const go = (to: string) => setStep({ from: chosenDay, day: to })
  const take = (start: string, date: string) => {
    const { days: count, ...session } = createSession(start, minutes)
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
            onClick={() => go(plusDays(day.date, -1))}
          >
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton name="Next day" onClick={() => go(plusDays(day.date, 1))}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
      </div>
      <Starts
        starts={startsOf(day)}
        chosen={day.date === chosenDay ? start_time : ''}
        emptyText={`${dayReasonText(day.reason, service.person_title)} on this day.`}
        onTake={(start) => take(start, day.date)}
      />
    </section>
  )
}

type StartsProps = { starts: readonly string[]; chosen: string; emptyText: string; onTake: (start: string) => void }

/** The start times as one stop of the Tab key; arrows choose. */
function Starts({ starts, chosen, emptyText, onTake }: StartsProps) {
  const name = useId()
  if (starts.length === 0) return <p className="py-2 text-sm text-muted-foreground">{emptyText}</p>
  return (
    <fieldset className="grid max-h-44 grid-cols-4 gap-2 overflow-y-auto p-1 sm:grid-cols-6">
      <legend className="sr-only">Free start times</legend>
      {starts.map((start) => (
        <Pick
          key={start}
          name={name}
          label={start}
          checked={start === chosen}
          onPick={() => onTake(start)}
          className="grid min-h-11 place-content-center text-sm tabular-nums md:min-h-8"
        >
          {timeText(start)}
        </Pick>
      ))}
    </fieldset>
  )
}

/**
 * The free starts around a day: in the chosen rooms, else in those of the service, for the typed length or the service's
 * own. `rooms` is null if the answer is only about the chosen rooms.
 */
function useDaysOf({ form, context, service, day }: OfferedTimesProps & { service: StudioService; day: string }) {
  const [start_time, end_time, days = 1, room_id, others = []] = useWatch({
    control: form.control,
    name: ['start_time', 'end_time', 'days', 'room_id', 'resource_ids'],
  })
  const isWhole = start_time !== '' && end_time !== '' && (days > 1 || !mayEndNextDay(start_time, end_time))
  const minutes = isWhole ? minutesLong({ start_time, end_time, days }) : service.default_minutes
  const chosen = context.rooms.map(({ id }) => id).filter((id) => id === room_id || others.includes(id))
  const query = useAvailability({
    studio_id: context.studio.id,
    date: firstLoaded(day, context.today),
    days: DAYS_LOADED,
    service: service.key,
    minutes,
    ...(chosen.length > 0 && { room_ids: chosen.join(',') }),
  })
  return { query, minutes, rooms: chosen.length > 0 ? null : service.room_ids }
}
