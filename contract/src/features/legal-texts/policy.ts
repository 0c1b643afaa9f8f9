import { type Actor, runsStudio } from '../../actor.ts'

export const canChangeLegalTexts = runsStudio

/** Only operators change the legal texts of the platform. */
export const canChangePlatformLegalTexts = (actor: Actor) => actor.role === 'super_admin'
