import { runsStudio } from '../../actor.ts'

export const canSeeStudioStats = runsStudio
export const canSeeSetup = runsStudio
export const canUpdateSetup = runsStudio
