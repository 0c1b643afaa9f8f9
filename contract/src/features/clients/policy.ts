import { type Actor, isAdminOrOperator, worksAtDesk, worksAtStudio } from '../../actor.ts'

/** Crew who are not at the desk see only the name of a client. */
export const canSeeClientHistory = worksAtDesk

/** Whether the actor may create, change, import and merge client records. */
export const canManageClients = worksAtDesk

/** Whether the actor may set rates for one client. */
export const canSetRates = isAdminOrOperator

/** Whether the actor may erase client records without an account. */
export const canEraseClient = isAdminOrOperator

/** Whether the actor may record a client's agreement to text messages. Clients record their own. */
export const canUpdateTexts = (actor: Actor, studio_id: string) =>
  canManageClients(actor, studio_id) || (actor.role === 'client' && actor.studio_id === studio_id)

/** Whether the actor may see if text messages are set up. */
export const canSeeTextOffer = (actor: Actor, studio_id: string) =>
  worksAtStudio(actor, studio_id) || canUpdateTexts(actor, studio_id)

/** Whether the actor may see the address, phone and company of clients. Crew may if the studio allows it. */
export const canSeeContacts = (actor: Actor, studio: { id: string; crew_sees_contacts: boolean }) =>
  canManageClients(actor, studio.id) || (worksAtStudio(actor, studio.id) && studio.crew_sees_contacts)
