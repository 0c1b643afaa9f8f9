import { resolveDays } from '@studiohub/contract/features/bookings/rules.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { useWatch } from 'react-hook-form'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { mayEndNextDay } from '#features/bookings/model/free-time.ts'
import { quoteForClient } from '#features/bookings/model/quoted-price.ts'
import { useReductions } from '#features/bookings/reductions-api.ts'
import { useClient } from '#features/clients/api.ts'
import type { BookingForm } from '../model/booking-form.ts'

/** The price of the session in the form: a function for any day, and the quote for the chosen one; null while times are missing. */
export function useQuote(form: BookingForm, context: BookingContext, service: StudioService) {
  const [client_id, booking_date, start_time, end_time, days = 1, room_id, resource_ids, people, add_ons] = useWatch({
    control: form.control,
    name: [
      'client_id',
      'booking_date',
      'start_time',
      'end_time',
      'days',
      'room_id',
      'resource_ids',
      'people',
      'add_ons',
    ],
  })
  const [discount_code, every_weeks] = useWatch({ control: form.control, name: ['discount_code', 'every_weeks'] })
  const isSingle = every_weeks === 0
  const session = { booking_date, start_time, end_time, ...resolveDays({ days }) }
  const chosenExtras = { people: people ?? null, add_ons: add_ons ?? [] }
  const room_ids = context.rooms.map(({ id }) => id).filter((id) => id === room_id || resource_ids?.includes(id))
  const { data: client } = useClient(context.studio.id, client_id ?? null)
  const reverse_charge = client ? client.reverse_charge && client.tax_number !== null : false
  const { reductions, codeError, isChecking } = useReductions(context.studio.id, {
    service_type: service.key,
    client_id,
    isDesk: context.worksAtDesk,
    discount_code: isSingle ? discount_code : null,
  })
  const quoteOn = (day: string) =>
    quoteForClient({ ...context, reverse_charge, reductions }, service, {
      ...session,
      booking_date: day,
      ...chosenExtras,
      room_ids,
    })
  const isComplete = booking_date && start_time && end_time && (days > 1 || !mayEndNextDay(start_time, end_time))
  const quote = isComplete && sessionMinutes(session) > 0 ? quoteOn(booking_date) : null
  return { quote, quoteOn, chosenExtras, isSingle, codeError, isChecking }
}
