import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import type { FreeTimesResult } from '../hooks/use-free-times.ts'
import { NoTimes } from './no-times.tsx'
import { TimePicker } from './time-picker.tsx'

type FreeTimesProps = {
  times: FreeTimesResult
  context: BookingContext
  /** The key of the service. */
  service: string
  day: string
  time: string
  /** Whether the user tried to continue without choosing a time. */
  isSubmitted: boolean
  onChoose: (choice: { day: string; time: string }) => void
}

/** The free times, or the reason why there are none. */
export function FreeTimes({ times, context, service, day, time, isSubmitted, onChoose }: FreeTimesProps) {
  const { query, from, days, shownDay, setFrom } = times
  if (query.error && !query.data) return <NoTimes query={query} error={query.error} />
  return (
    <TimePicker
      from={from}
      today={context.today}
      zone={context.studio.timezone}
      days={days}
      day={day}
      time={time}
      person_title={context.services.find(({ key }) => key === service)?.person_title ?? null}
      error={isSubmitted && !time ? 'Start time is required' : undefined}
      onFrom={(first) => {
        setFrom(first)
        onChoose({ day: '', time: '' })
      }}
      onDay={(newDay) => onChoose({ day: newDay, time: '' })}
      onTime={(newTime) => onChoose({ day: shownDay?.date ?? day, time: newTime })}
    />
  )
}
