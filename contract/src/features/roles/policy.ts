import { runsStudio, worksAtStudio } from '../../actor.ts'

/** A studio's admin and the platform's operators answer requests. */
export const canDecideRequest = runsStudio
export const canListClients = worksAtStudio
export const canRemoveClient = runsStudio
/** Staff see names only (safety T33). */
export const canSeePhones = runsStudio
