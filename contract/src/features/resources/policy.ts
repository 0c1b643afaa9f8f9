import { type Actor, isAdminOrOperator, worksAtDesk, worksAtStudio } from '../../actor.ts'

/** Everyone with a role at the studio may list its resources: clients choose among them. */
export const canListResources = (actor: Actor, studio_id: string) =>
  actor.role === 'super_admin' || (actor.role !== null && actor.studio_id === studio_id)

/**
 * Whether the actor may know which crew member belongs to a bookable person. Only people of the studio may; clients see the
 * name in the list.
 */
export const canSeeCrewOfResource = worksAtStudio

/** Rooms, people, equipment, hours, services and pictures are changed by the studio's admins and by operators. */
export const canCreateResource = isAdminOrOperator
export const canListArchivedResources = isAdminOrOperator
export const canUpdateResource = (actor: Actor, resource: { studio_id: string }) =>
  isAdminOrOperator(actor, resource.studio_id)
export const canDeleteResource = canUpdateResource
export const canUpdateOpeningHours = isAdminOrOperator
export const canUpdateServices = isAdminOrOperator
export const canChangePictures = isAdminOrOperator

/** The desk sees and enters all days off; other crew only their own. */
export const canSeeDaysOff = worksAtStudio
/** @param person the resource whose day off it is; `user_id` is null for a person without an account */
export const canChangeDaysOff = (actor: Actor, person: { studio_id: string; user_id: string | null }) =>
  worksAtDesk(actor, person.studio_id) ||
  (worksAtStudio(actor, person.studio_id) && person.user_id !== null && person.user_id === actor.user_id)
