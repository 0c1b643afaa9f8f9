import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { useWatch } from 'react-hook-form'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useQuote } from '../hooks/use-quote.ts'
import type { BookingForm } from '../model/booking-form.ts'
import { summarizeBooking, summarizePrice } from '../model/summary.ts'

type BookingSummaryProps = { form: BookingForm; context: BookingContext }

/**
 * What the buttons next to it book, and the price: 'Tue, Dec 1, 10 AM – 12 PM, 2 h, Studio A' in a line of its own and '€100'
 * to the left of the buttons. Both have their space from the start, so that the buttons do not move.
 */
export function BookingSummary({ form, context }: BookingSummaryProps) {
  const service_type = useWatch({ control: form.control, name: 'service_type' })
  const service = context.services.find(({ key }) => key === service_type)
  return service ? <Summary form={form} context={context} service={service} /> : <SummaryText what="" price="" />
}

function Summary({ form, context, service }: BookingSummaryProps & { service: StudioService }) {
  const { quote, isSingle } = useQuote(form, context, service)
  const [booking_date, start_time, end_time, days = 1, room_id, price_minor] = useWatch({
    control: form.control,
    name: ['booking_date', 'start_time', 'end_time', 'days', 'room_id', 'price_minor'],
  })
  if (!quote) return <SummaryText what="" price="" />
  const [onlyRoom] = context.rooms.length === 1 ? context.rooms : []
  const room = context.rooms.find(({ id }) => id === room_id) ?? onlyRoom
  // A price set by hand replaces the listed one; it is not a number while its text is unreadable.
  const total = price_minor === undefined ? quote.total_minor : price_minor
  return (
    <SummaryText
      what={summarizeBooking({ booking_date, start_time, end_time, days }, room?.name ?? 'any free room')}
      price={summarizePrice({ total, currency: quote.currency, isSingle })}
    />
  )
}

const SummaryText = ({ what, price }: { what: string; price: string }) => (
  <>
    <p className="min-h-5 basis-full text-sm text-muted-foreground tabular-nums wrap-anywhere">
      {what || 'Choose a service and a time to see the price.'}
    </p>
    <p className="mr-auto min-w-0 grow basis-24 self-center text-base leading-5 font-semibold tabular-nums wrap-normal">
      {price}
    </p>
  </>
)
