import { isAdminOrOperator, worksAtStudio } from '../../actor.ts'

/** Crew see each other's names. */
export const canListCrew = worksAtStudio
export const canSeeCrewPhones = isAdminOrOperator
/** Whether the actor may add and remove admins of the studio. */
export const canManageAdmins = isAdminOrOperator
export const canUpdateCrew = isAdminOrOperator
export const canRemoveCrew = isAdminOrOperator
export const canListAgents = worksAtStudio
export const canSwitchAgents = isAdminOrOperator
