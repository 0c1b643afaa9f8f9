import { type Actor, worksAtDesk, worksAtStudio } from '../../actor.ts'

/** Crew who are not at the desk know a client's name and no more (safety T33). */
export const canSeeClientHistory = worksAtDesk

/** Makes, changes, imports and merges client records. */
export const canManageClients = worksAtDesk

/** The address, phone and company of clients; crew see them where the studio allows it. */
export const canSeeContacts = (actor: Actor, studio: { id: string; crew_sees_contacts: boolean }) =>
  canManageClients(actor, studio.id) || (worksAtStudio(actor, studio.id) && studio.crew_sees_contacts)
