import { getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { NewBooking } from '@studiohub/contract/features/bookings/input/schema.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { BOOKING_NOTES_MAX } from '@studiohub/contract/features/bookings/words.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import type { Signature } from '@studiohub/contract/features/terms/schema.ts'
import { useCreateBooking } from '#features/bookings/create-api.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import type { SeenPrice } from '#features/bookings/model/quoted-price.ts'
import type { SessionChoice } from '../model/session-choice.ts'

export type SessionToBook = {
  choice: SessionChoice
  service: StudioService
  minutes: number
  seen_price: SeenPrice
  discount_code: string
  accepted_terms: string | null
  signature: Signature | null
}
type SendCallbacks = { onCreated: (booking: Booking) => void; onFailed: () => void }

/** Sends a booking. Repeated clicks use the same idempotency key, so the server creates only one. */
export function useSendSession({ id: studio_id }: BookingContext['studio']) {
  const create = useCreateBooking()
  const send = (
    { service, minutes, choice, seen_price, discount_code, accepted_terms, signature }: SessionToBook,
    { onCreated, onFailed }: SendCallbacks,
  ) => {
    const { room_ids, project_id, day, time, notes, people, add_ons } = choice
    if (notes.length > BOOKING_NOTES_MAX || room_ids.length > service.rooms_max) return
    const booking: NewBooking = {
      booking_type: 'client_booking',
      service_type: service.key,
      booking_date: day,
      ...getTimesOfLength(time, minutes),
      ...(room_ids.length > 0 && { resource_ids: [...room_ids] }),
      ...(project_id && { project_id }),
      notes: notes.trim() || null,
      ...(people !== null && { people }),
      ...(add_ons.length > 0 && { add_ons: [...add_ons] }),
      ...(discount_code && { discount_code }),
      ...(accepted_terms && { accepted_terms }),
      ...(signature && { signature }),
      seen_price,
    }
    create.mutate({ studio_id, ...booking }, { onSuccess: onCreated, onError: onFailed })
  }
  // A reset of a pending call would drop its callbacks, so no payment page would open.
  const resetError = () => !create.isPending && create.reset()
  return { send, isSending: create.isPending, error: create.error, resetError }
}
