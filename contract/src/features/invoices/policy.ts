import { type Actor, worksAtDesk } from '../../actor.ts'

const isAdmin = (actor: Actor, studio_id: string) => actor.role === 'studio_admin' && actor.studio_id === studio_id

/** Admins see all invoices of their studio, clients their own issued ones. The desk, crew and operators see none. */
export const canListInvoices = (actor: Actor, studio_id: string) =>
  isAdmin(actor, studio_id) || (actor.role === 'client' && actor.studio_id === studio_id)

/** Clients see the credit that they have at their studio. */
export const canSeeOwnCredit = (actor: Actor, studio_id: string) =>
  actor.role === 'client' && actor.studio_id === studio_id

/** Admins write invoices, record payments and give money back. */
export const canChangeInvoices = isAdmin

/** Admins read the studio's earnings and open amounts. */
export const canSeeBooks = isAdmin

export const canChangeInvoiceSettings = isAdmin

/** Whether the actor may see the amount owed for a session: the desk of any session, clients of their own. */
export const canSeeSessionMoney = (actor: Actor, session: { studio_id: string; client_id: string | null }) =>
  actor.studio_id === session.studio_id &&
  (worksAtDesk(actor, session.studio_id) ||
    (actor.role === 'client' && session.client_id !== null && session.client_id === actor.client_id))

/** Whether the actor may record a payment for a session: admins any payment, the desk cash if the studio allows it. */
export const canTakePayment = (
  actor: Actor,
  studio_id: string,
  { method, desk_takes_cash }: { method: string; desk_takes_cash: boolean },
) =>
  isAdmin(actor, studio_id) ||
  (actor.studio_id === studio_id && worksAtDesk(actor, studio_id) && desk_takes_cash && method === 'cash')
