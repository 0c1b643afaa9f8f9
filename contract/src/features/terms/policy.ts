import { type Actor, worksAtDesk } from '../../actor.ts'

/** Admins write the terms of their studio. */
export const canManageTerms = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && actor.role === 'studio_admin'

/** Admins and clients of a studio read its terms before a booking. */
export const canReadTerms = (actor: Actor, studio_id: string) =>
  canManageTerms(actor, studio_id) || (actor.studio_id === studio_id && actor.role === 'client')

/** Only the client of a booking accepts its terms. */
export const canAcceptTerms = (actor: Actor, booking: { studio_id: string; client_id: string | null }) =>
  actor.role === 'client' && actor.studio_id === booking.studio_id && actor.client_id === booking.client_id

/** The desk and the client of a booking see its terms. */
export const canSeeTermsOf = (actor: Actor, booking: { studio_id: string; client_id: string | null }) =>
  worksAtDesk(actor, booking.studio_id) || canAcceptTerms(actor, booking)

/** Only admins see from which network address terms were accepted. */
export const canSeeAddress = canManageTerms
