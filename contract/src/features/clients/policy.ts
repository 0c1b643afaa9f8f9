import { type Actor, runsStudio, worksAtDesk, worksAtStudio } from '../../actor.ts'

/** Crew who are not at the desk see only a client's name (safety T33). */
export const canSeeClientHistory = worksAtDesk

/** Makes, changes, imports and merges client records. */
export const canManageClients = worksAtDesk

/** Gives a client rates of their own. */
export const canSetRates = runsStudio

/** Erases records without an account. */
export const canEraseClient = runsStudio

/** Notes whether a client agreed to text messages; a client does so for themselves. */
export const canUpdateTexts = (actor: Actor, studio_id: string) =>
  canManageClients(actor, studio_id) || (actor.role === 'client' && actor.studio_id === studio_id)

/** Reads whether text messages are set up. */
export const canSeeTextOffer = (actor: Actor, studio_id: string) =>
  worksAtStudio(actor, studio_id) || canUpdateTexts(actor, studio_id)

/** The address, phone and company of clients; crew see them if the studio allows it. */
export const canSeeContacts = (actor: Actor, studio: { id: string; crew_sees_contacts: boolean }) =>
  canManageClients(actor, studio.id) || (worksAtStudio(actor, studio.id) && studio.crew_sees_contacts)
