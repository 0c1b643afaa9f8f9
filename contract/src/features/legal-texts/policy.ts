import { type Actor, runsStudio } from '../../actor.ts'

export const canChangeLegalTexts = runsStudio

/** The texts of the platform belong to its operators. */
export const canChangePlatformLegalTexts = (actor: Actor) => actor.role === 'super_admin'
