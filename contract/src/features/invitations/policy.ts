import { runsStudio } from '../../actor.ts'

export const canInvite = runsStudio
export const canListInvitations = runsStudio
