import { runsStudio } from '../../actor.ts'

export const canSeeStudioStats = runsStudio
