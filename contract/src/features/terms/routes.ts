import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import {
  BookingTerms,
  CurrentTerms,
  NewTerms,
  PublicBookingTerms,
  Signature,
  TermsSecret,
  TermsVersion,
} from './schema.ts'

export const terms = {
  /** All versions of a studio's terms, newest first, for admins. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/terms' })
    .input(z.object({ studio_id: Id }))
    .output(z.object({ items: z.array(TermsVersion) }))
    .errors(pickErrors('FORBIDDEN')),
  /** The current terms of a studio; null if it has none. */
  getCurrent: route
    .route({ method: 'GET', path: '/studios/{studio_id}/current-terms' })
    .input(z.object({ studio_id: Id }))
    .output(z.object({ terms: CurrentTerms.nullable() }))
    .errors(pickErrors('FORBIDDEN')),
  /**
   * Publishes a new version, which replaces the current one. `based_on` is the number of the latest version that the new one is
   * based on, or 0 for the first; if there is a later one, the call fails with STALE_VERSION. Without it, the call always publishes.
   */
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/terms', successStatus: 201 })
    .input(NewTerms.safeExtend({ studio_id: Id, based_on: z.number().int().optional() }))
    .output(TermsVersion)
    .errors(pickErrors('FORBIDDEN', 'TERMS_CHANGED', 'STALE_VERSION')),
  /** Ends the current version: clients then book without terms. */
  end: route
    .route({ method: 'POST', path: '/terms/{id}/end' })
    .input(z.object({ id: Id }))
    .output(TermsVersion)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** The terms of a booking, for its client and the desk. */
  getOfBooking: route
    .route({ method: 'GET', path: '/bookings/{id}/terms' })
    .input(z.object({ id: Id }))
    .output(BookingTerms)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** The client accepts the terms of a booking, and of all sessions of its series. */
  accept: route
    .route({ method: 'POST', path: '/bookings/{id}/terms' })
    .input(z.strictObject({ id: Id, terms_id: Id, signature: Signature.nullish() }))
    .output(BookingTerms)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'TERMS_CHANGED', 'SIGNATURE_REQUIRED', 'INVALID_TRANSITION')),
  /** A signed agreement as a PDF file, for its client and the desk. It never changes. */
  getAgreement: route
    .route({ method: 'GET', path: '/agreements/{id}/pdf' })
    .input(z.object({ id: Id }))
    .output(z.file())
    .errors(pickErrors('NOT_FOUND')),
  /** The terms of a booking by the link of an email, for everyone who has it. */
  getPublic: route
    .route({ method: 'POST', path: '/public/booking-terms' })
    .input(TermsSecret)
    .output(PublicBookingTerms)
    .errors(pickErrors('NOT_FOUND', 'RATE_LIMITED')),
  acceptPublic: route
    .route({ method: 'POST', path: '/public/booking-terms/accept' })
    .input(TermsSecret.extend({ terms_id: Id, signature: Signature.nullish() }))
    .output(PublicBookingTerms)
    .errors(pickErrors('NOT_FOUND', 'TERMS_CHANGED', 'SIGNATURE_REQUIRED', 'INVALID_TRANSITION', 'RATE_LIMITED')),
}
