import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { Reductions, ReductionsRequest } from '../prices/reductions/schema.ts'
import { Quote } from '../prices/schema.ts'
import { WaiveReason } from '../studios/cancellation/schema.ts'
import { BlockAnswer, NewBlock } from './blocks/schema.ts'
import { CalendarAnswer, CalendarQuery } from './calendar/schema.ts'
import { HistoryAnswer } from './history/schema.ts'
import { BookingChange, CancelReason, NewBookingAtStudio } from './input/schema.ts'
import { BookingsAnswer, BookingsQuery } from './lists/schema.ts'
import { ServicePeople, ServicePeopleQuery } from './people/schema.ts'
import { QuoteRequest } from './quotes/schema.ts'
import { Booking, BookingWithWarnings } from './schema.ts'
import { NewSeries, SeriesAnswer, SeriesChange, SeriesEnd, SeriesWithBookings } from './series/schema.ts'
import {
  BookedHold,
  BookHoldInput,
  CreatedVisitorHold,
  NewVisitorHold,
  VisitorHold,
  VisitorLink,
} from './visitors/schema.ts'

const BookingId = z.object({ id: Id })
const SeriesId = z.object({ id: Id })
const BookingIdAndVersion = z.strictObject({ id: Id, version: z.number().int() })
const CancelInput = z.strictObject({
  id: Id,
  reason: CancelReason,
  /** True if the client asked for the cancellation, so that the client's policy applies. Only the desk may set it. */
  for_client: z.boolean().optional(),
  /** The fee that was shown. If the fee is now higher, nothing is cancelled. */
  seen_fee_minor: z.number().int().min(0).optional(),
})

/** The errors of all calls that choose a time for a session. */
const timeErrors = [
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
  'CALENDAR_BUSY',
  'PACKAGE_HOURS_CHANGED',
] as const

/** Clients accept the studio's terms when they book. */
const termsErrors = ['TERMS_NOT_ACCEPTED', 'TERMS_CHANGED', 'SIGNATURE_REQUIRED'] as const

export const bookings = {
  /** Sorted by date and start time. Clients get their own bookings, and the times of others in `busy`. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/bookings' })
    .input(BookingsQuery)
    .output(BookingsAnswer)
    .errors(pickErrors('FORBIDDEN')),
  /**
   * A studio's bookings between two days, in the form that a calendar draws. Rights as for `list`. With `If-None-Match`, the
   * answer is 304 if the calendar is unchanged.
   */
  getCalendar: route
    .route({ method: 'GET', path: '/studios/{studio_id}/calendar' })
    .input(CalendarQuery)
    .output(CalendarAnswer)
    .errors(pickErrors('FORBIDDEN')),
  /** The price of a session according to the studio's prices; visitors may call it too. Creates nothing. */
  quote: route
    .route({ method: 'POST', path: '/studios/{studio_id}/quote' })
    .meta({ onRepeat: 'none' })
    .input(QuoteRequest)
    .output(Quote)
    .errors(
      pickErrors(
        'NOT_FOUND',
        'SERVICE_NOT_OFFERED',
        'ROOM_NOT_AVAILABLE',
        'INVALID_TIME_RANGE',
        'RANGE_TOO_LONG',
        'DISCOUNT_NOT_VALID',
      ),
    ),
  /**
   * The reductions of a service for the caller, or for the client that the desk names. Forms use them to calculate quotes.
   */
  getReductions: route
    .route({ method: 'POST', path: '/studios/{studio_id}/reductions' })
    // No stored answer: the call only reads, and reductions can change until it is repeated.
    .meta({ onRepeat: 'none' })
    .input(ReductionsRequest)
    .output(Reductions)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'DISCOUNT_NOT_VALID')),
  /** The people of a service who are free at a time, and the one who would be assigned. For the desk. */
  listServicePeople: route
    .route({ method: 'GET', path: '/studios/{studio_id}/service-people' })
    .input(ServicePeopleQuery)
    .output(ServicePeople)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TIME_RANGE', 'RANGE_TOO_LONG', 'TIME_DOES_NOT_EXIST')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/bookings', successStatus: 201 })
    .input(NewBookingAtStudio)
    .output(BookingWithWarnings)
    .errors(
      pickErrors(
        ...timeErrors,
        ...termsErrors,
        'CLIENT_NOT_IN_STUDIO',
        'CLIENT_EXISTS',
        'PRICE_CHANGED',
        'DISCOUNT_NOT_VALID',
      ),
    ),
  /**
   * Holds a time for a visitor for 15 minutes, by name and email. It is not a booking: the email has a link to confirm it.
   * The answer does not reveal whether the email address has an account.
   */
  createVisitorHold: route
    .route({ method: 'POST', path: '/public/studios/{slug}/visitor-holds', successStatus: 201 })
    // No stored answer: answers are stored per account, and visitors have none. While a hold is open, a repeat is refused.
    .meta({ onRepeat: 'none' })
    .input(NewVisitorHold)
    .output(CreatedVisitorHold)
    .errors(pickErrors(...timeErrors, 'VISITOR_SIGN_IN', 'VISITOR_HOLD_OPEN', 'CAPTCHA_FAILED', 'DISCOUNT_NOT_VALID')),
  /** The hold of an emailed link. The secret is in the body, so that no log contains it. */
  getVisitorHold: route
    .route({ method: 'POST', path: '/public/visitor-holds' })
    .meta({ onRepeat: 'none' })
    .input(VisitorLink)
    .output(VisitorHold)
    .errors(pickErrors('NOT_FOUND')),
  /**
   * Books the time that the caller held as a visitor. They join the studio as a client. Repeating the call returns the same
   * booking.
   */
  bookVisitorHold: route
    .route({ method: 'POST', path: '/visitor-holds/{id}/book' })
    .meta({ onRepeat: 'none' })
    .input(BookHoldInput)
    .output(BookedHold)
    .errors(
      pickErrors(
        ...timeErrors,
        ...termsErrors,
        'CLIENT_NOT_IN_STUDIO',
        'PRICE_CHANGED',
        'VISITOR_HOLD_ENDED',
        'ROLE_EXISTS',
        'REQUEST_EXISTS',
        'STUDIO_NOT_AVAILABLE',
      ),
    ),
  get: route
    .route({ method: 'GET', path: '/bookings/{id}' })
    .input(BookingId)
    .output(Booking)
    .errors(pickErrors('NOT_FOUND')),
  /** The history of a booking, newest first. */
  getHistory: route
    .route({ method: 'GET', path: '/bookings/{id}/history' })
    .input(PageQuery.extend({ id: Id }))
    .output(HistoryAnswer)
    .errors(pickErrors('NOT_FOUND')),
  /** Moves, extends or edits a booking. If a client moves a confirmed session, it becomes a change request. */
  update: route
    .route({ method: 'PATCH', path: '/bookings/{id}' })
    .input(BookingChange.extend({ id: Id }))
    .output(BookingWithWarnings)
    .errors(pickErrors(...timeErrors, 'INVALID_TRANSITION', 'STALE_VERSION', 'CANCELLATION_TOO_LATE', 'PRICE_CHANGED')),
  /**
   * Confirms a request. `version` is the version that the studio has seen. If the booking has changed since then, the call
   * fails with STALE_VERSION.
   */
  confirm: route
    .route({ method: 'POST', path: '/bookings/{id}/confirm' })
    .input(BookingIdAndVersion)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'STALE_VERSION')),
  /** Applies a change request. `version` as for `confirm`. */
  approveChange: route
    .route({ method: 'POST', path: '/bookings/{id}/change-request/approve' })
    .input(BookingIdAndVersion)
    .output(BookingWithWarnings)
    .errors(pickErrors(...timeErrors, 'INVALID_TRANSITION', 'STALE_VERSION')),
  /** Declines a change request; the session does not change. */
  declineChange: route
    .route({ method: 'POST', path: '/bookings/{id}/change-request/decline' })
    .input(BookingIdAndVersion)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'STALE_VERSION')),
  /** Withdraws the client's own change request. */
  withdrawChange: route
    .route({ method: 'POST', path: '/bookings/{id}/change-request/withdraw' })
    .input(BookingId)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  /** Declines a request. `version` as for `confirm`. */
  decline: route
    .route({ method: 'POST', path: '/bookings/{id}/decline' })
    .input(BookingIdAndVersion.extend({ reason: CancelReason }))
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'STALE_VERSION')),
  cancel: route
    .route({ method: 'POST', path: '/bookings/{id}/cancel' })
    .input(CancelInput)
    .output(Booking)
    .errors(
      pickErrors(
        'FORBIDDEN',
        'NOT_FOUND',
        'FIELD_NOT_ALLOWED',
        'INVALID_TRANSITION',
        'CANCELLATION_TOO_LATE',
        'FEE_CHANGED',
      ),
    ),
  complete: route
    .route({ method: 'POST', path: '/bookings/{id}/complete' })
    .input(BookingId)
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'SESSION_NOT_BEGUN')),
  /** Marks a session as completed and as a no-show. `no_show: false` removes only the no-show mark. */
  noShow: route
    .route({ method: 'POST', path: '/bookings/{id}/no-show' })
    .input(z.strictObject({ id: Id, no_show: z.boolean().default(true) }))
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'SESSION_NOT_BEGUN')),
  /** Waives the fee of a cancelled or missed session. The client reads the reason. */
  waiveFee: route
    .route({ method: 'POST', path: '/bookings/{id}/fee/waive' })
    .input(z.strictObject({ id: Id, reason: WaiveReason }))
    .output(Booking)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  /**
   * Restores the booking as it was before the caller's last change, within a minute. `version` is the version after that
   * change.
   */
  undo: route
    .route({ method: 'POST', path: '/bookings/{id}/undo' })
    .input(BookingIdAndVersion)
    .output(Booking)
    .errors(
      pickErrors(
        'FORBIDDEN',
        'NOT_FOUND',
        'STALE_VERSION',
        'UNDO_EXPIRED',
        'BOOKING_CONFLICT',
        'ROOM_NOT_AVAILABLE',
        'STUDIO_INACTIVE',
        'CLIENT_NOT_IN_STUDIO',
        'PLAN_LIMIT_REACHED',
        'DISCOUNT_NOT_VALID',
        'PACKAGE_HOURS_CHANGED',
      ),
    ),
  /** Blocks time. Each conflicting booking needs a resolution: keep, cancel or move. */
  createBlock: route
    .route({ method: 'POST', path: '/studios/{studio_id}/blocks', successStatus: 201 })
    .input(NewBlock)
    .output(BlockAnswer)
    .errors(pickErrors(...timeErrors, 'INVALID_TRANSITION')),
  createSeries: route
    .route({ method: 'POST', path: '/studios/{studio_id}/booking-series', successStatus: 201 })
    .input(NewSeries)
    .output(SeriesAnswer)
    .errors(pickErrors(...timeErrors, ...termsErrors, 'CLIENT_NOT_IN_STUDIO', 'PRICE_CHANGED')),
  getSeries: route
    .route({ method: 'GET', path: '/booking-series/{id}' })
    .input(SeriesId)
    .output(SeriesWithBookings)
    .errors(pickErrors('NOT_FOUND')),
  updateSeries: route
    .route({ method: 'PATCH', path: '/booking-series/{id}' })
    .input(SeriesChange.extend({ id: Id }))
    .output(SeriesAnswer)
    .errors(pickErrors(...timeErrors, 'INVALID_TRANSITION', 'CANCELLATION_TOO_LATE')),
  cancelSeries: route
    .route({ method: 'POST', path: '/booking-series/{id}/cancel' })
    .input(SeriesEnd.extend({ id: Id }))
    .output(SeriesAnswer)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'CANCELLATION_TOO_LATE')),
}
