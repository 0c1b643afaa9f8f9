import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { useWatch } from 'react-hook-form'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useQuote } from '../hooks/use-quote.ts'
import type { BookingForm } from '../model/booking-form.ts'
import { summarizeBooking, summarizePrice } from '../model/summary.ts'

type BookingSummaryProps = { form: BookingForm; context: BookingContext }

/** What the button below it books, and the price: 'Tue, Dec 1, 10 AM – 12 PM, 2 h, Studio A' and '€100'. */
export function BookingSummary({ form, context }: BookingSummaryProps) {
  const service_type = useWatch({ control: form.control, name: 'service_type' })
  const service = context.services.find(({ key }) => key === service_type)
  return service ? <Summary form={form} context={context} service={service} /> : null
}

function Summary({ form, context, service }: BookingSummaryProps & { service: StudioService }) {
  const { quote, isSingle } = useQuote(form, context, service)
  const [booking_date, start_time, end_time, days = 1, room_id, price_minor] = useWatch({
    control: form.control,
    name: ['booking_date', 'start_time', 'end_time', 'days', 'room_id', 'price_minor'],
  })
  if (!quote) return null
  const [onlyRoom] = context.rooms.length === 1 ? context.rooms : []
  const room = context.rooms.find(({ id }) => id === room_id) ?? onlyRoom
  // A price set by hand replaces the listed one; it is not a number while its text is unreadable.
  const total = price_minor === undefined ? quote.total_minor : price_minor
  return (
    <p className="flex min-w-0 basis-full items-baseline justify-between gap-4 text-sm tabular-nums">
      <span className="min-w-0 text-muted-foreground wrap-anywhere">
        {summarizeBooking({ booking_date, start_time, end_time, days }, room?.name ?? 'any free room')}
      </span>
      <span className="shrink-0 text-base font-semibold">
        {summarizePrice({ total, currency: quote.currency, isSingle })}
      </span>
    </p>
  )
}
