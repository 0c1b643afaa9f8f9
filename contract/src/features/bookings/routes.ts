import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { Booking, BookingsAnswer, BookingsQuery, CancelReason, NewBookingAtStudio } from './schema.ts'

const One = z.object({ id: Id })
const OneWithReason = z.strictObject({ id: Id, reason: CancelReason })

export const bookings = {
  /** By date, then start time. A client gets their own bookings, and in `busy` when the rest of the range is taken. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/bookings' })
    .input(BookingsQuery)
    .output(BookingsAnswer)
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/bookings', successStatus: 201 })
    .input(NewBookingAtStudio)
    .output(Booking)
    .errors(
      pickErrors(
        'FORBIDDEN',
        'NOT_FOUND',
        'FIELD_NOT_ALLOWED',
        'PLAN_LIMIT_REACHED',
        'BOOKING_CONFLICT',
        'STUDIO_INACTIVE',
        'CLIENT_NOT_IN_STUDIO',
        'SERVICE_NOT_OFFERED',
        'ROOM_NOT_AVAILABLE',
        'BOOKING_IN_PAST',
        'INVALID_TIME_RANGE',
        'RANGE_TOO_LONG',
        'TIME_DOES_NOT_EXIST',
        'OUTSIDE_OPENING_HOURS',
      ),
    ),
  get: route
    .route({ method: 'GET', path: '/bookings/{id}' })
    .input(One)
    .output(Booking)
    .errors(pickErrors('NOT_FOUND')),
  confirm: route
    .route({ method: 'POST', path: '/bookings/{id}/confirm' })
    .input(One)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  decline: route
    .route({ method: 'POST', path: '/bookings/{id}/decline' })
    .input(OneWithReason)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  cancel: route
    .route({ method: 'POST', path: '/bookings/{id}/cancel' })
    .input(OneWithReason)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'CANCELLATION_TOO_LATE')),
  complete: route
    .route({ method: 'POST', path: '/bookings/{id}/complete' })
    .input(One)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
}
