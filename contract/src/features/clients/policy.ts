import { runsStudio } from '../../actor.ts'

/** Crew know a client's name and no more (safety T33). */
export const canSeeClientHistory = runsStudio
