import { type Actor, isAdminOrOperator } from '../../actor.ts'

/** The emails that a studio sent are for its admins and for operators. */
export const canListMessages = (actor: Actor, studio_id: string) => isAdminOrOperator(actor, studio_id)
