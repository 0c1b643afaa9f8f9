import { type Actor, worksAtDesk } from '../../actor.ts'

/** Whether the actor may connect the studio's account for cards: only admins. */
export const canConnectAccount = (actor: Actor, studio_id: string) =>
  actor.role === 'studio_admin' && actor.studio_id === studio_id

/**
 * Whether the actor may see disputes, payouts and differences. They name clients and the studio's money, so only admins may.
 */
export const canSeeCardBooks = canConnectAccount

/** All members of the studio may see its ways to pay. */
export const canSeePaymentOptions = (actor: Actor, studio_id: string) => actor.studio_id === studio_id

type PaymentOwner = { studio_id: string; client_id: string | null }

/** Whether the actor may pay for a session by card: only its client. */
export const canPayByCard = (actor: Actor, { studio_id, client_id }: PaymentOwner) =>
  actor.role === 'client' && actor.studio_id === studio_id && client_id !== null && client_id === actor.client_id

/** Whether the actor may pay an invoice by card: only its client. */
export const canPayInvoice = canPayByCard

/** Whether the actor may see if a deposit was paid: its client and the studio's desk. */
export const canSeePayment = (actor: Actor, session: PaymentOwner) =>
  canPayByCard(actor, session) || (actor.studio_id === session.studio_id && worksAtDesk(actor, session.studio_id))

/** Whether the actor may save or remove this client's card: only the client. */
export const canSaveCard = canPayByCard

/** Whether the actor may charge fees of the studio: only admins. */
export const canChargeFee = canConnectAccount
