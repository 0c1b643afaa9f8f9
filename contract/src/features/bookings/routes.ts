import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { Quote } from '../prices/schema.ts'
import { BlockAnswer, NewBlock } from './blocks/schema.ts'
import { HistoryAnswer } from './history/schema.ts'
import { QuoteRequest } from './quotes/schema.ts'
import {
  Booking,
  BookingChange,
  BookingsAnswer,
  BookingsQuery,
  CancelReason,
  ChangedBooking,
  NewBookingAtStudio,
} from './schema.ts'
import { NewSeries, SeriesAnswer, SeriesChange, SeriesEnd, SeriesWithBookings } from './series/schema.ts'

const One = z.object({ id: Id })
const OneAsSeen = z.strictObject({ id: Id, version: z.number().int() })
const OneWithReason = z.strictObject({ id: Id, reason: CancelReason })

/** What any call that puts a session somewhere may be refused with. */
const placing = [
  'FORBIDDEN',
  'NOT_FOUND',
  'FIELD_NOT_ALLOWED',
  'PLAN_LIMIT_REACHED',
  'OPEN_REQUESTS_LIMIT',
  'HOURS_AHEAD_LIMIT',
  'PLAN_EXPIRED',
  'BOOKING_CONFLICT',
  'STUDIO_INACTIVE',
  'SERVICE_NOT_OFFERED',
  'LENGTH_NOT_OFFERED',
  'ROOM_NOT_AVAILABLE',
  'BOOKING_IN_PAST',
  'NOTICE_TOO_SHORT',
  'BEYOND_HORIZON',
  'INVALID_TIME_RANGE',
  'RANGE_TOO_LONG',
  'TIME_DOES_NOT_EXIST',
  'OUTSIDE_OPENING_HOURS',
  'PERSON_NOT_WORKING',
] as const

export const bookings = {
  /** By date, then start time. A client gets their own bookings, and in `busy` when the rest of the range is taken. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/bookings' })
    .input(BookingsQuery)
    .output(BookingsAnswer)
    .errors(pickErrors('FORBIDDEN')),
  /** What a session costs by the studio's list, for visitors too. Makes nothing. */
  quote: route
    .route({ method: 'POST', path: '/studios/{studio_id}/quote' })
    .meta({ repeats: 'none' })
    .input(QuoteRequest)
    .output(Quote)
    .errors(
      pickErrors('NOT_FOUND', 'SERVICE_NOT_OFFERED', 'ROOM_NOT_AVAILABLE', 'INVALID_TIME_RANGE', 'RANGE_TOO_LONG'),
    ),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/bookings', successStatus: 201 })
    .input(NewBookingAtStudio)
    .output(ChangedBooking)
    .errors(pickErrors(...placing, 'CLIENT_NOT_IN_STUDIO', 'PRICE_CHANGED')),
  get: route
    .route({ method: 'GET', path: '/bookings/{id}' })
    .input(One)
    .output(Booking)
    .errors(pickErrors('NOT_FOUND')),
  /** What happened to it, the newest first. */
  getHistory: route
    .route({ method: 'GET', path: '/bookings/{id}/history' })
    .input(PageQuery.extend({ id: Id }))
    .output(HistoryAnswer)
    .errors(pickErrors('NOT_FOUND')),
  /** Moves, extends or edits. A client's move of a confirmed session is a change request: the session stays where it is. */
  update: route
    .route({ method: 'PATCH', path: '/bookings/{id}' })
    .input(BookingChange.extend({ id: Id }))
    .output(ChangedBooking)
    .errors(pickErrors(...placing, 'INVALID_TRANSITION', 'STALE_VERSION', 'CANCELLATION_TOO_LATE', 'PRICE_CHANGED')),
  /** Confirms the version that the studio has seen: a request that changed since is refused. */
  confirm: route
    .route({ method: 'POST', path: '/bookings/{id}/confirm' })
    .input(OneAsSeen)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'STALE_VERSION')),
  /** Moves the session as its client asked. Takes the version that the studio has seen, as `confirm` does. */
  approveChange: route
    .route({ method: 'POST', path: '/bookings/{id}/change-request/approve' })
    .input(OneAsSeen)
    .output(ChangedBooking)
    .errors(pickErrors(...placing, 'INVALID_TRANSITION', 'STALE_VERSION')),
  /** Drops the request; the session stays as it is. */
  declineChange: route
    .route({ method: 'POST', path: '/bookings/{id}/change-request/decline' })
    .input(OneAsSeen)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'STALE_VERSION')),
  /** Takes the client's own request back. */
  withdrawChange: route
    .route({ method: 'POST', path: '/bookings/{id}/change-request/withdraw' })
    .input(One)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  /** Takes the version that the studio has seen, as `confirm` does. */
  decline: route
    .route({ method: 'POST', path: '/bookings/{id}/decline' })
    .input(OneAsSeen.extend({ reason: CancelReason }))
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'STALE_VERSION')),
  cancel: route
    .route({ method: 'POST', path: '/bookings/{id}/cancel' })
    .input(OneWithReason)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'CANCELLATION_TOO_LATE')),
  complete: route
    .route({ method: 'POST', path: '/bookings/{id}/complete' })
    .input(One)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'SESSION_NOT_BEGUN')),
  /** Nobody came; `no_show: false` takes it back. The session is completed either way. */
  noShow: route
    .route({ method: 'POST', path: '/bookings/{id}/no-show' })
    .input(z.strictObject({ id: Id, no_show: z.boolean().default(true) }))
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'SESSION_NOT_BEGUN')),
  /** Blocks time over what stands there, each of it resolved: kept, cancelled or moved. */
  createBlock: route
    .route({ method: 'POST', path: '/studios/{studio_id}/blocks', successStatus: 201 })
    .input(NewBlock)
    .output(BlockAnswer)
    .errors(pickErrors(...placing, 'INVALID_TRANSITION')),
  createSeries: route
    .route({ method: 'POST', path: '/studios/{studio_id}/booking-series', successStatus: 201 })
    .input(NewSeries)
    .output(SeriesAnswer)
    .errors(pickErrors(...placing, 'CLIENT_NOT_IN_STUDIO', 'PRICE_CHANGED')),
  getSeries: route
    .route({ method: 'GET', path: '/booking-series/{id}' })
    .input(One)
    .output(SeriesWithBookings)
    .errors(pickErrors('NOT_FOUND')),
  updateSeries: route
    .route({ method: 'PATCH', path: '/booking-series/{id}' })
    .input(SeriesChange.extend({ id: Id }))
    .output(SeriesAnswer)
    .errors(pickErrors(...placing, 'INVALID_TRANSITION', 'CANCELLATION_TOO_LATE')),
  cancelSeries: route
    .route({ method: 'POST', path: '/booking-series/{id}/cancel' })
    .input(SeriesEnd.extend({ id: Id }))
    .output(SeriesAnswer)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'CANCELLATION_TOO_LATE')),
}
