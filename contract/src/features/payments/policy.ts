import { type Actor, worksAtDesk } from '../../actor.ts'

/** Admins connect their studio's account. */
export const canConnectAccount = (actor: Actor, studio_id: string) =>
  actor.role === 'studio_admin' && actor.studio_id === studio_id

/**
 * Whether the actor may see disputes, payouts and differences. They name clients and the studio's money, so only admins may.
 */
export const canSeeCardBooks = canConnectAccount

/** All members of the studio may see its ways to pay. */
export const canSeePaymentOptions = (actor: Actor, studio_id: string) => actor.studio_id === studio_id

type PaymentOwner = { studio_id: string; client_id: string | null }

/** Only the client pays for their session by card. */
export const canPayByCard = (actor: Actor, { studio_id, client_id }: PaymentOwner) =>
  actor.role === 'client' && actor.studio_id === studio_id && client_id !== null && client_id === actor.client_id

/** A client pays their own invoices by card. */
export const canPayInvoice = canPayByCard

/** The client and the studio's desk see whether a deposit was paid. */
export const canSeePayment = (actor: Actor, session: PaymentOwner) =>
  canPayByCard(actor, session) || (actor.studio_id === session.studio_id && worksAtDesk(actor, session.studio_id))

/** Clients leave and remove their own card. */
export const canKeepCard = canPayByCard

/** Admins charge the fees of their studio. */
export const canChargeFee = canConnectAccount
