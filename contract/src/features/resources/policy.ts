import { type Actor, runsStudio, worksAtDesk, worksAtStudio } from '../../actor.ts'

/** Rooms, opening hours and services are known to all who belong to the studio: a client chooses among them. */
export const canListResources = (actor: Actor, studio_id: string) =>
  actor.role === 'super_admin' || (actor.role !== null && actor.studio_id === studio_id)

/** Which member of the crew an engineer is, the studio's people know; a client knows the name that stands in the list. */
export const canSeeWhoIsWho = worksAtStudio

export const canCreateResource = runsStudio
export const canListArchivedResources = runsStudio
export const canUpdateResource = (actor: Actor, resource: { studio_id: string }) =>
  runsStudio(actor, resource.studio_id)
export const canDeleteResource = canUpdateResource
export const canUpdateOpeningHours = runsStudio
export const canUpdateServices = runsStudio
export const canChangePictures = runsStudio

/** The desk sees and enters the days off of everybody; other crew only their own. */
export const canSeeDaysOff = worksAtStudio
export const canChangeDaysOff = (actor: Actor, person: { studio_id: string; user_id: string | null }) =>
  worksAtDesk(actor, person.studio_id) ||
  (worksAtStudio(actor, person.studio_id) && person.user_id !== null && person.user_id === actor.user_id)
