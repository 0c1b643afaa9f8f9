import { runsStudio, worksAtStudio } from '../../actor.ts'

/** Who works together knows each other's names. */
export const canListCrew = worksAtStudio
export const canSeeCrewPhones = runsStudio
export const canUpdateCrew = runsStudio
export const canRemoveCrew = runsStudio
export const canListAgents = worksAtStudio
export const canSwitchAgents = runsStudio
