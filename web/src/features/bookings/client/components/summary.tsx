import { dayFormat } from '#features/bookings/shared/day-format.ts'
import { formatTimes } from '#features/bookings/shared/wording.ts'
import { createSession } from '../model/session-length.ts'

const formatShortDate = dayFormat({ weekday: 'short', month: 'short', day: 'numeric' })

type SummaryProps = {
  service: { label: string }
  day: string
  time: string
  minutes: number
  /** What it costs, in words. */
  total: string
}

/** Summary of the booking: service, date, times, and price if set. */
export function Summary({ service, day, time, minutes, total }: SummaryProps) {
  return (
    <p className="flex items-baseline justify-between gap-3 text-sm tabular-nums max-md:order-1 md:mr-auto md:self-center">
      <span>
        {service.label}, {formatShortDate(day)}, {formatTimes(createSession(time, minutes))}
      </span>
      <span className="font-semibold">{total}</span>
    </p>
  )
}
