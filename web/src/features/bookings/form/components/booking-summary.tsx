import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { lengthText, sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { useWatch } from 'react-hook-form'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { useQuote } from '../hooks/use-quote.ts'
import type { BookingForm } from '../model/booking-form.ts'

type BookingSummaryProps = { form: BookingForm; context: BookingContext }

/** What the button of the form books: 'Mixing Session, 2 h, Studio A, $100'. */
export function BookingSummary({ form, context }: BookingSummaryProps) {
  const service_type = useWatch({ control: form.control, name: 'service_type' })
  const service = context.services.find(({ key }) => key === service_type)
  return service ? <Summary form={form} context={context} service={service} /> : null
}

function Summary({ form, context, service }: BookingSummaryProps & { service: StudioService }) {
  const { quote } = useQuote(form, context, service)
  const [start_time, end_time, days = 1, room_id, price_minor] = useWatch({
    control: form.control,
    name: ['start_time', 'end_time', 'days', 'room_id', 'price_minor'],
  })
  if (!quote) return null
  // A price set by hand replaces the listed one; it is not a number while its text is unreadable.
  const total = price_minor === undefined ? quote.total_minor : price_minor
  const parts = [
    service.label,
    lengthText(sessionMinutes({ start_time, end_time, days })),
    context.rooms.find(({ id }) => id === room_id)?.name,
    total !== null && !Number.isNaN(total) && moneyText(total, quote.currency),
  ]
  return (
    <p className="min-w-0 self-center text-sm text-muted-foreground tabular-nums max-md:basis-full md:flex-1">
      {parts.filter(Boolean).join(', ')}
    </p>
  )
}
