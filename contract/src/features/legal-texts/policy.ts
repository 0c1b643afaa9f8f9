import { type Actor, isAdminOrOperator } from '../../actor.ts'

export const canChangeLegalTexts = isAdminOrOperator

/** Only operators change the legal texts of the platform. */
export const canChangePlatformLegalTexts = (actor: Actor) => actor.role === 'super_admin'
