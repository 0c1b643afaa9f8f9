import { priceText } from '@studiohub/contract/shared/money.ts'
import { dayFormat } from '#features/bookings/shared/day-format.ts'
import { formatTimes } from '#features/bookings/shared/wording.ts'
import { createSession } from '../model/session-length.ts'

const formatShortDate = dayFormat({ weekday: 'short', month: 'short', day: 'numeric' })

type SummaryProps = {
  service: { label: string; price_minor: number | null; currency: string | null }
  day: string
  time: string
  minutes: number
  studio: { currency: string }
}

/** Summary of the booking: service, date, times, and price if set. */
export function Summary({ service, day, time, minutes, studio }: SummaryProps) {
  return (
    <p className="flex items-baseline justify-between gap-3 text-sm tabular-nums max-md:order-1 md:mr-auto md:self-center">
      <span>
        {service.label}, {formatShortDate(day)}, {formatTimes(createSession(time, minutes))}
      </span>
      {service.price_minor !== null && (
        <span className="font-semibold">{priceText(service.price_minor, service.currency ?? studio.currency)}</span>
      )}
    </p>
  )
}
