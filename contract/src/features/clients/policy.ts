import { worksAtDesk } from '../../actor.ts'

/** Crew who are not at the desk know a client's name and no more (safety T33). */
export const canSeeClientHistory = worksAtDesk
