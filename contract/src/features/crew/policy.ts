import { runsStudio, worksAtStudio } from '../../actor.ts'

/** Crew see each other's names. */
export const canListCrew = worksAtStudio
export const canSeeCrewPhones = runsStudio
/** Whether the actor may add and remove admins of the studio. */
export const canManageAdmins = runsStudio
export const canUpdateCrew = runsStudio
export const canRemoveCrew = runsStudio
export const canListAgents = worksAtStudio
export const canSwitchAgents = runsStudio
