import { runsStudio, worksAtStudio } from '../../actor.ts'

/** Who works together knows each other's names. */
export const canListCrew = worksAtStudio
export const canSeeCrewPhones = runsStudio
/** An admin names further admins of the studio and ends their role. */
export const canManageAdmins = runsStudio
export const canUpdateCrew = runsStudio
export const canRemoveCrew = runsStudio
export const canListAgents = worksAtStudio
export const canSwitchAgents = runsStudio
